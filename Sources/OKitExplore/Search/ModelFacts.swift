/// What a state of the models has in common with similar ones: Bools, enums, small numbers and counts, without texts.
struct ModelFacts: Sendable, Hashable {
  let text: String

  init(_ store: ModelStore) {
    text = store.graph.withoutTracking {
      var reader = FactReader(store: store)
      for (name, root) in store.models.sorted where store.isReadable(root) { reader.add(root, name) }
      return reader.text
    }
  }

  /// Small numbers as they are, of larger ones the magnitude.
  static func size(_ number: Int) -> String {
    if number.magnitude <= 12 { return "\(number)" }
    return (number < 0 ? "-" : "") + "2^\(Int.bitWidth - number.magnitude.leadingZeroBitCount)"
  }
}

/// Reads the facts of models. Of large ones, it reads a part.
private struct FactReader {
  let store: ModelStore
  private(set) var text = ""
  /// How many more elements are looked at.
  private var remaining = 200
  /// Many different values say little.
  private static let maximumParts = 12
  private static let maximumDepth = 12

  init(store: ModelStore) { self.store = store }

  /// Adds what an entity has in its document.
  mutating func add(_ entity: EntityID, _ name: String, depth: Int = 0) {
    guard let type = store.type(of: entity), depth < Self.maximumDepth else { return }
    for property in Self.stored(type) {
      let name = depth == 0 ? "\(name).\(property.name)" : property.name
      switch store.get(entity, property) {
      case .bool(let isOn): text += "\(name)=\(isOn ? "+" : "-") "
      case .int(let number): text += "\(name)=\(ModelFacts.size(number)) "
      case .double(let number): text += "\(name)~\(ModelFacts.size(Int(clamping: number))) "
      case .date(let date): text += "\(name)~\(ModelFacts.size(Int(clamping: date.secondsSince2001))) "
      case .string(let string):
        if Self.isEnumeration(property) { text += "\(name)=\(string) " } else if string.isEmpty { text += "\(name)=0 " }
      case .entity(let child) where !property.isReference: add(child, name, depth: depth + 1)
      case .collection(let elements): add(elements, name)
      default: break
      }
    }
  }

  /// Of the elements of a list, adds the values that any has: their order is not a part of the state.
  private mutating func add(_ elements: CollectionRef, _ name: String) {
    let count = store.count(elements)
    text += "\(name)#\(ModelFacts.size(count)) "
    guard store.hasEntities(elements) else { return }
    var seen: Set<String> = []
    for index in 0..<min(count, remaining) {
      remaining -= 1
      guard case .entity(let element)? = store.element(elements, index), let type = store.type(of: element) else {
        continue
      }
      for property in Self.stored(type) {
        switch store.get(element, property) {
        case .bool(let isOn): seen.insert("\(property.name)\(isOn ? "+" : "-")")
        case .int(let number): seen.insert("\(property.name)=\(ModelFacts.size(number))")
        case .string(let string): if Self.isEnumeration(property) { seen.insert("\(property.name)=\(string)") }
        case .collection(let parts): seen.insert("\(property.name)#\(ModelFacts.size(store.count(parts)))")
        default: break
        }
      }
    }
    text += seen.sorted().prefix(Self.maximumParts).joined(separator: " ") + " "
  }

  private static func isEnumeration(_ property: Property) -> Bool {
    if case .enumeration = property.type.unwrapped { true } else { false }
  }

  /// The properties that a document has: what has a document or file of its own is not read for them.
  private static func stored(_ type: EntityType) -> some Sequence<Property> {
    type.properties.lazy.filter { !$0.isComputed && !$0.isTransient && $0 !== type.lazyProperty }
  }
}

extension Int {
  init(clamping number: Double) {
    self = number.isNaN ? 0 : number >= 9e18 ? .max : number <= -9e18 ? .min : Int(number)
  }
}
