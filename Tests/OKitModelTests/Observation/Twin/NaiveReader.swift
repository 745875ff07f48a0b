/// Reads a `NaiveWorld`: computes everything again at each evaluation, and records the reads.
struct NaiveReader {
  let world: NaiveWorld
  private(set) var slots: Set<NaiveWorld.Slot> = []

  init(_ world: NaiveWorld) { self.world = world }

  private mutating func read<Value>(_ id: String, _ name: String, _ path: KeyPath<NaiveWorld.Node, Value>) -> Value? {
    slots.insert(.init(id: id, name: name))
    return world.nodes[id]?[keyPath: path]
  }

  mutating func kids(_ id: String) -> [String] { read(id, "kids", \.kids) ?? [] }
  mutating func part(_ id: String) -> String? { read(id, "part", \.part) ?? nil }
  mutating func parent(_ id: String) -> String? { read(id, "parent", \.parent) ?? nil }

  mutating func root(_ id: String) -> String {
    var current = id
    while let parent = parent(current) { current = parent }
    return current
  }

  /// Returns the target of `$link` or `$key`.
  mutating func target(_ id: String, through name: String) -> String? {
    let key = name == "link" ? read(id, name, \.link) : read(id, name, \.key)
    guard let key, !key.isEmpty else { return nil }
    slots.insert(.init(id: key, name: "lookup"))
    return world.nodes[key] == nil || key == NaiveWorld.root ? nil : key
  }

  // MARK: Properties, stored and computed

  static let numbers = ["value", "rate", "total", "chosen"]
  static let all = ["value", "rate", "total", "chosen", "name", "flag", "label"]

  mutating func property(_ id: String, _ name: String) -> NaiveValue {
    switch name {
    case "value": read(id, name, \.value).map(NaiveValue.int) ?? .null
    case "rate": read(id, name, \.rate).map(NaiveValue.double) ?? .null
    case "name": read(id, name, \.name).map(NaiveValue.string) ?? .null
    case "flag": read(id, name, \.flag).map(NaiveValue.bool) ?? .null
    case "total": .int(total(id))
    case "chosen": chosen(id)
    case "label": .string(label(id))
    default: .null
    }
  }

  /// The sum of a tree.
  private mutating func total(_ id: String) -> Int {
    var sum = read(id, "value", \.value) ?? 0
    for kid in kids(id) { sum += total(kid) }
    return sum + (part(id).map { total($0) } ?? 0)
  }

  /// Reads one side or the other.
  private mutating func chosen(_ id: String) -> NaiveValue {
    if read(id, "flag", \.flag) ?? false { return part(id).map { .int(total($0)) } ?? .null }
    return target(id, through: "link").map { property($0, "value") } ?? .null
  }

  private mutating func label(_ id: String) -> String {
    let own = read(id, "name", \.name) ?? ""
    return parent(id).map { (read($0, "name", \.name) ?? "") + "/" + own } ?? own
  }
}

/// A value as the naive engine has it.
enum NaiveValue: Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case node(String)
  case list([NaiveValue])

  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  var truth: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .int, .double: number != 0
    case .string(let text): !["", "false", "no", "0"].contains(text)
    case .node, .list: true
    }
  }

  /// The text of a scalar.
  var text: String? {
    switch self {
    case .null, .node, .list: nil
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): value == value.rounded() ? "\(Int(value))" : "\(value)"
    case .string(let text): text
    }
  }
}
