/// Finds objects at several places that are of one class.
struct ShapeUnifier {
  /// The shapes of objects with their names, those that contain others first.
  private var found: [(name: Words, shape: Shape, isElement: Bool)] = []
  /// A path of objects this deep is a mistake of the data, or a program.
  private static let maximumDepth = 100

  /// Unifies the objects in a document that contain objects like themselves, and those with the same name and members.
  static func unify(_ root: Shape) {
    var unifier = ShapeUnifier()
    unifier.visit(root, named: Words([]), below: [])
    unifier.unifyAlike()
  }

  private mutating func visit(
    _ shape: Shape, named name: Words, below ancestors: [(name: Words, shape: Shape)], isElement: Bool = false
  ) {
    let shape = shape.resolved
    guard ancestors.count < Self.maximumDepth else { return }
    if shape.isList, let element = shape.element {
      visit(element, named: name.withLast(EnglishNouns.singular), below: ancestors, isElement: true)
      return
    }
    guard shape.isRecord else { return }
    if shape.isMap, !isElement {
      let names = name.withLast(EnglishNouns.singular)
      // The values of a map are of one class.
      guard let first = shape.fields.first?.shape.resolved, first.isRecord else { return }
      for field in shape.fields.dropFirst() { first.absorb(field.shape) }
      visit(first, named: names, below: ancestors, isElement: true)
      return
    }
    for ancestor in ancestors.reversed() where Self.isRecursive(shape, name, ancestor.shape, ancestor.name) {
      ancestor.shape.absorb(shape)
      return
    }
    found.append((name, shape, isElement))
    // Members may be added while the shapes below are absorbed.
    var index = 0
    while index < shape.fields.count {
      let field = shape.fields[index]
      visit(field.shape, named: Words(field.name), below: ancestors + [(name, shape)])
      index += 1
    }
  }

  private static let recursiveNames: Set = [
    "child", "parent", "reply", "node", "subcategory", "subtask", "descendant", "nested", "sub", "item", "element",
    "entry", "subitem", "kind", "unterkategorie",
  ]

  /// Whether an object is of the class of one that contains it: it has the name of the class or of a child, and similar members.
  private static func isRecursive(_ shape: Shape, _ name: Words, _ ancestor: Shape, _ ancestorName: Words) -> Bool {
    guard let last = name.lowercased.last, !ancestorName.all.isEmpty else { return false }
    let similarity = shape.similarity(to: ancestor)
    let hasSameName = name.lowercased == ancestorName.lowercased
    if hasSameName || recursiveNames.contains(last) || name.ends(with: ancestorName) { return similarity >= 0.5 }
    // A member that an object and the one that contains it have, such as `manager`.
    return similarity >= 0.8
      && shape.names.contains { Words($0).withLast(EnglishNouns.singular).lowercased == name.lowercased }
  }

  private mutating func unifyAlike() {
    for (index, entry) in found.enumerated() where !entry.name.all.isEmpty {
      let shape = entry.shape.resolved
      for earlier in found[..<index] {
        let other = earlier.shape.resolved
        guard other !== shape, !earlier.name.all.isEmpty else { continue }
        let common = Self.commonEnd(entry.name, earlier.name)
        let isNamedAlike = !common.all.isEmpty && shape.similarity(to: other) >= 0.75
        // A user and an assignee are both users. Two lists are not the same for having the same columns.
        let isSame = shape.names == other.names && shape.names.count >= 3 && !(entry.isElement && earlier.isElement)
        guard isNamedAlike || isSame, shape.names.intersection(other.names).count >= 2 else { continue }
        if isNamedAlike { other.commonName = common }
        other.absorb(shape)
        break
      }
    }
  }

  /// The last words that two names have in common: `address` of `billingAddress` and `shippingAddress`.
  private static func commonEnd(_ first: Words, _ second: Words) -> Words {
    let pairs = zip(first.all.reversed(), second.all.reversed()).prefix { $0.lowercased() == $1.lowercased() }
    return Words(pairs.map(\.0).reversed())
  }
}
