import OKitTestSupport

/// A random binding: its text for the engine, and what it means in a `NaiveWorld`.
struct NaiveBinding {
  enum Step: Hashable {
    case parent, root, part, link, key
    case kid(Int)
  }

  enum End: Hashable {
    case entity
    case property(String)
    case count
    /// Of the kids: `@sum.value`.
    case aggregate(String, String)
    /// The list of the kids' values.
    case each(String)
  }

  struct Part: Hashable {
    var isNegated = false
    var isAbsolute = false
    var steps: [Step] = []
    var end = End.entity
  }

  var parts: [Part]

  // MARK: Text

  var text: String { parts.map(Self.text).joined(separator: ", ") }

  private static func text(_ part: Part) -> String {
    let segments = part.steps.map(text) + [text(part.end)].compactMap(\.self)
    return (part.isNegated ? "!" : "") + (part.isAbsolute ? "/" : "") + segments.joined(separator: "/")
  }

  private static func text(_ step: Step) -> String {
    switch step {
    case .parent: ".."
    case .root: "<"
    case .part: "part"
    case .link: "$link"
    case .key: "$key"
    case .kid(let index): "kids[\(index)]"
    }
  }

  private static func text(_ end: End) -> String? {
    switch end {
    case .entity: "."
    case .property(let name): name
    case .count: "kids.@count"
    case .aggregate(let operation, let name): "kids.@\(operation).\(name)"
    case .each(let name): "kids.\(name)"
    }
  }

  // MARK: Meaning

  func value(of context: String, _ reader: inout NaiveReader) -> NaiveValue {
    if let only = parts.first, parts.count == 1 { return Self.value(only, context, &reader) }
    var texts: [String] = []
    for part in parts { texts += [Self.value(part, context, &reader).text].compactMap(\.self) }
    return texts.isEmpty ? .null : .string(texts.joined(separator: " "))
  }

  private static func value(_ part: Part, _ context: String, _ reader: inout NaiveReader) -> NaiveValue {
    var current: String? = part.isAbsolute ? NaiveWorld.root : context
    for step in part.steps {
      guard let id = current else { break }
      switch step {
      case .parent: current = reader.parent(id)
      case .root: current = reader.root(id)
      case .part: current = reader.part(id)
      case .link: current = reader.target(id, through: "link")
      case .key: current = reader.target(id, through: "key")
      case .kid(let index):
        let kids = reader.kids(id)
        current = index < kids.count ? kids[index] : nil
      }
    }
    let value = current.map { end(part.end, $0, &reader) } ?? .null
    return part.isNegated ? .bool(!value.truth) : value
  }

  private static func end(_ end: End, _ id: String, _ reader: inout NaiveReader) -> NaiveValue {
    switch end {
    case .entity: return .node(id)
    case .property(let name): return reader.property(id, name)
    case .count: return .int(reader.kids(id).count)
    case .each(let name): return .list(values(name, reader.kids(id), &reader))
    case .aggregate(let operation, let name):
      var kids = reader.kids(id)
      if operation == "first" { kids = Array(kids.prefix(1)) }
      if operation == "last" { kids = Array(kids.suffix(1)) }
      return aggregate(operation, values(name, kids, &reader))
    }
  }

  private static func values(_ name: String, _ ids: [String], _ reader: inout NaiveReader) -> [NaiveValue] {
    var values: [NaiveValue] = []
    for id in ids { values.append(reader.property(id, name)) }
    return values
  }

  private static func aggregate(_ operation: String, _ values: [NaiveValue]) -> NaiveValue {
    let present = values.filter { $0 != .null }
    let numbers = present.compactMap(\.number)
    switch operation {
    case "first", "last": return values.first ?? .null
    case "sum":
      let isWhole = present.allSatisfy { if case .int = $0 { true } else { false } }
      return isWhole ? .int(Int(numbers.reduce(0, +))) : .double(numbers.reduce(0, +))
    case "avg": return numbers.isEmpty ? .null : .double(numbers.reduce(0, +) / Double(numbers.count))
    case "min": return present.min { ($0.number ?? 0) < ($1.number ?? 0) } ?? .null
    case "max": return present.max { ($0.number ?? 0) < ($1.number ?? 0) } ?? .null
    default:
      var seen: Set<NaiveValue> = []
      return .list(present.filter { seen.insert($0).inserted })
    }
  }
}

// MARK: Random bindings

extension NaiveBinding {
  init(_ random: inout SplitMix) {
    let count = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...3, using: &random) : 1
    let isText = count > 1
    parts = []
    for _ in 0..<count { parts.append(Self.part(isText: isText, &random)) }
  }

  /// - Parameter isText: whether the part is joined with others, so that it has to be a scalar.
  private static func part(isText: Bool, _ random: inout SplitMix) -> Part {
    var part = Part()
    part.isNegated = Int.random(in: 0..<6, using: &random) == 0
    part.isAbsolute = Int.random(in: 0..<4, using: &random) == 0
    let kid = Step.kid(Int.random(in: 0..<3, using: &random))
    let steps: [Step] = [.parent, .root, .part, .part, .link, .key, kid, kid]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      if let step = steps.randomElement(using: &random) { part.steps.append(step) }
    }
    let name = NaiveReader.all.randomElement(using: &random) ?? "value"
    let number = NaiveReader.numbers.randomElement(using: &random) ?? "value"
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where !isText: part.end = .entity
    case 1 where !isText: part.end = .each(name)
    case 2: part.end = .count
    case 3: part.end = .aggregate(["first", "last"].randomElement(using: &random) ?? "first", name)
    case 4 where !isText: part.end = .aggregate("distinctUnionOfObjects", name)
    case 5, 6: part.end = .aggregate(["sum", "avg", "min", "max"].randomElement(using: &random) ?? "sum", number)
    default: part.end = .property(name)
    }
    return part
  }
}
