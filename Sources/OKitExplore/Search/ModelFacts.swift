/// What a state of the models has in common with similar ones: Bools, enums, small numbers and counts, without texts.
struct ModelFacts: Sendable, Hashable {
  private(set) var text = ""

  /// The largest number of elements that are looked at.
  private static let maximumElements = 200

  init(_ store: ModelStore) {
    var remaining = Self.maximumElements
    let documents = store.documents
    for name in documents.keys.sorted() { add(documents[name] ?? .null, name, &remaining) }
  }

  private mutating func add(_ value: JSONValue, _ name: String, _ remaining: inout Int) {
    switch value {
    case .bool(let isOn): text += "\(name)=\(isOn ? "+" : "-") "
    case .int(let number): text += "\(name)=\(Self.size(number)) "
    case .double(let number): text += "\(name)~\(Self.size(Int(clamping: number))) "
    case .array(let elements):
      text += "\(name)#\(Self.size(elements.count)) "
      addParts(of: elements, name, &remaining)
    case .object(let members):
      for key in members.keys.sorted() where key != "id" && remaining > 0 {
        add(members[key] ?? .null, key, &remaining)
      }
    case .string(let string): if string.isEmpty { text += "\(name)=0 " }
    case .null, .number: break
    }
  }

  /// Of the elements of a list, the values that any has: their order is not a part of the state.
  private mutating func addParts(of elements: [JSONValue], _ name: String, _ remaining: inout Int) {
    var seen: Set<String> = []
    for case .object(let members) in elements where remaining > 0 {
      remaining -= 1
      for (key, value) in members {
        switch value {
        case .bool(let isOn): seen.insert("\(name).\(key)\(isOn ? "+" : "-")")
        case .int(let number): seen.insert("\(name).\(key)=\(Self.size(number))")
        case .array(let parts): seen.insert("\(name).\(key)#\(Self.size(parts.count))")
        default: break
        }
      }
    }
    // Many different values say little.
    text += seen.sorted().prefix(12).joined(separator: " ") + " "
  }

  /// Small numbers as they are, of larger ones the magnitude.
  static func size(_ number: Int) -> String {
    if number.magnitude <= 12 { return "\(number)" }
    return (number < 0 ? "-" : "") + "2^\(Int.bitWidth - number.magnitude.leadingZeroBitCount)"
  }
}

extension Int {
  init(clamping number: Double) {
    self = number.isNaN ? 0 : number >= 9e18 ? .max : number <= -9e18 ? .min : Int(number)
  }
}
