/// Objects and lists that occur several times, such as the rows of screens. A page holds each once; elsewhere it has
/// `{"$": index}`.
struct SharedValues {
  private var counts: [JSONValue: Int] = [:]
  private var indices: [JSONValue: Int] = [:]
  /// The values by index. Each is made of those before it.
  private(set) var table: [JSONValue] = []

  /// Counts a value and its parts.
  mutating func count(_ value: JSONValue) {
    guard Self.isWorth(value) else { return }
    counts[value, default: 0] += 1
    // The parts of one that is shared occur once.
    guard counts[value] == 1 else { return }
    for part in Self.parts(of: value) { count(part) }
  }

  /// Returns a counted value with references to what is shared.
  mutating func shared(_ value: JSONValue) -> JSONValue {
    guard counts[value, default: 0] > 1 else { return inside(value) }
    let index: Int
    if let known = indices[value] {
      index = known
    } else {
      let content = inside(value)
      index = table.count
      table.append(content)
      indices[value] = index
    }
    return ["$": .int(index)]
  }

  private mutating func inside(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var members):
      // The order gives the indices, which are the same in each process.
      for name in members.keys.sorted() { members[name] = members[name].map { shared($0) } }
      return .object(members)
    case .array(let elements):
      return .array(elements.map { shared($0) })
    default: return value
    }
  }

  private static func parts(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members): Array(members.values)
    case .array(let elements): elements
    default: []
    }
  }

  /// Whether a reference is shorter, as far as the number of parts tells.
  private static func isWorth(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): members.count > 1 || members.values.contains(where: isWorth)
    case .array(let elements): elements.count > 2 || elements.contains(where: isWorth)
    default: false
    }
  }
}
