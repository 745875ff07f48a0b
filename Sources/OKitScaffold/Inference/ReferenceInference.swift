/// Finds the members that hold ids of other objects.
enum ReferenceInference {
  /// The ids of the objects of a class.
  static func keys(of type: InferredClass) -> Set<String> {
    switch type.id {
    case .none: []
    case .field(let name): type.shape[name]?.scalars.keys ?? []
    case .key: type.keysInMap
    }
  }

  private static let idWords: Set = ["id", "ids", "uuid", "ref", "refs", "key", "keys"]
  /// Members that refer to an object of the same class.
  private static let ownNames: Set = [
    "parent", "manager", "supervisor", "boss", "reportsto", "predecessor", "successor", "previous", "next", "original",
    "replyto", "mother", "father", "spouse", "partner", "owner", "vorgesetzter",
  ]

  /// The words of a member without those that say that it is an id: `lead author` for `leadAuthorIds`.
  static func base(of words: Words) -> Words {
    guard words.all.count > 1, idWords.contains(words.lowercased.last ?? "") else { return words }
    let isPlural = words.lowercased.last?.hasSuffix("s") == true
    return isPlural ? words.dropLast().withLast(EnglishNouns.plural) : words.dropLast()
  }

  /// The class to which a member refers; nil for one that does not.
  static func target(of field: InferredField) -> InferredClass? {
    switch field.role {
    case .reference(let type), .references(let type): type
    default: nil
    }
  }

  static func isReference(_ field: InferredField) -> Bool { target(of: field) != nil }

  /// Makes references of the members of a class that hold ids.
  static func findReferences(in type: InferredClass, to classes: [InferredClass]) {
    let targets = classes.filter { $0.id != .none }.map { (type: $0, keys: keys(of: $0)) }
    for field in type.fields where type.id != .field(field.source) {
      switch field.role {
      case .scalar(let kind) where isID(kind):
        if let target = target(of: field.source, field.shape.scalars.keys, in: type, targets) {
          field.role = .reference(target)
        }
      case .scalars(let kind) where isID(kind):
        if let target = target(of: field.source, field.shape.element?.resolved.scalars.keys, in: type, targets) {
          field.role = .references(target)
        }
      default: break
      }
    }
  }

  /// Whether values of a kind can be ids; few distinct ids look like the cases of an enum.
  private static func isID(_ kind: ScalarKind) -> Bool {
    switch kind {
    case .text, .int, .enumeration: true
    case .longText, .bool, .double, .date: false
    }
  }

  private static func target(
    of name: String, _ values: Set<String>?, in type: InferredClass,
    _ targets: [(type: InferredClass, keys: Set<String>)]
  ) -> InferredClass? {
    guard let values, !values.isEmpty else { return nil }
    let words = Words(name)
    let base = base(of: words).withLast(EnglishNouns.singular)
    let saysID = words.all.count > 1 && idWords.contains(words.lowercased.last ?? "")
    let fitting = targets.filter { values.isSubset(of: $0.keys) }
    let named = fitting.filter { base.ends(with: $0.type.words) }
    // The longest name fits best: `orderLineId` refers to a line of an order.
    if let target = named.max(by: { $0.type.words.all.count < $1.type.words.all.count }) { return target.type }
    if ownNames.contains(base.lowercased.joined()), let own = fitting.first(where: { $0.type === type }) {
      return own.type
    }
    guard saysID, fitting.count == 1, values.allSatisfy({ $0.count >= 6 && !$0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    return fitting.first?.type
  }
}
