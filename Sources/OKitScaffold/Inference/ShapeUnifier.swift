/// Finds objects at several places that are of one class.
struct ShapeUnifier {
  /// An object at a place of the document, below the objects that contain it.
  private struct Place {
    let name: Words
    let shape: Shape
    let isElement: Bool
  }

  /// The places in the order of the document, those that contain others first.
  private var found: [Place] = []
  /// A path of objects this deep is a mistake of the data, or a program.
  private static let maximumDepth = 100

  /// Unifies the objects in a document that contain objects like themselves, those with the same name and similar
  /// members, and the values of each map.
  static func unify(_ root: Shape) {
    var unifier = ShapeUnifier()
    unifier.visit(root, named: Words([]), below: [])
    unifier.unifyAlike()
    unifyValuesOfMaps(below: root)
  }

  private mutating func visit(
    _ shape: Shape, named name: Words, below ancestors: [Place], isElement: Bool = false
  ) {
    let shape = shape.resolved
    guard ancestors.count < Self.maximumDepth else { return }
    if shape.isList, let element = shape.element {
      visit(element, named: name.withLast(EnglishNouns.singular), below: ancestors, isElement: true)
      return
    }
    guard shape.isRecord else { return }
    if !isElement, shape.looksLikeMap {
      guard let values = Self.unifyValues(of: shape) else { return }
      visit(values, named: name.withLast(EnglishNouns.singular), below: ancestors, isElement: true)
      return
    }
    for ancestor in ancestors.reversed() where Self.isRecursive(shape, name, ancestor.shape.resolved, ancestor.name) {
      ancestor.shape.resolved.absorb(shape)
      return
    }
    let place = Place(name: name, shape: shape, isElement: isElement)
    found.append(place)
    // Members may be added while the shapes below are absorbed.
    var index = 0
    while index < shape.resolved.fields.count {
      let field = shape.resolved.fields[index]
      visit(field.shape, named: Words(field.name), below: ancestors + [place])
      index += 1
    }
  }

  // MARK: Objects inside of objects of the same kind

  private static let recursiveNames: Set = [
    "child", "parent", "reply", "node", "subcategory", "subtask", "descendant", "nested", "sub", "item", "element",
    "entry", "subitem", "kind", "unterkategorie",
  ]

  /// Whether an object is of the class of one that contains it: it has the name of the class or of a child, and similar
  /// members.
  private static func isRecursive(_ shape: Shape, _ name: Words, _ ancestor: Shape, _ ancestorName: Words) -> Bool {
    guard shape !== ancestor, let last = name.lowercased.last, !ancestorName.all.isEmpty else { return false }
    let hasSameName = name.lowercased == ancestorName.lowercased
    if hasSameName || recursiveNames.contains(last) || name.ends(with: ancestorName) {
      return shape.isSimilar(to: ancestor, 0.5)
    }
    // A member that an object and the one that contains it have, such as `manager`.
    return shape.isSimilar(to: ancestor, 0.8)
      && shape.fields.contains { Words($0.name).withLast(EnglishNouns.singular).lowercased == name.lowercased }
  }

  // MARK: Objects with the same name and members

  private func unifyAlike() {
    // Only places with the same last word, or with the same members, can be of one class.
    var (byWord, byNames) = ([String: [Int]](), [Set<String>: [Int]]())
    for (index, place) in found.enumerated() {
      guard let word = place.name.lowercased.last else { continue }
      let names = place.shape.resolved.names
      let candidates = Self.merged(byWord[word] ?? [], names.count >= 3 ? byNames[names] ?? [] : [])
      guard !candidates.contains(where: { unify(place, with: found[$0], at: $0, &byNames) }) else { continue }
      byWord[word, default: []].append(index)
      byNames[place.shape.resolved.names, default: []].append(index)
    }
  }

  /// Unifies a place with an earlier one, if both are of one class. - Returns: Whether they are.
  private func unify(_ place: Place, with earlier: Place, at index: Int, _ byNames: inout [Set<String>: [Int]]) -> Bool
  {
    let (shape, other) = (place.shape.resolved, earlier.shape.resolved)
    if shape === other { return true }
    let common = Self.commonEnd(place.name, earlier.name)
    let isNamedAlike = !common.all.isEmpty && shape.isSimilar(to: other, 0.75)
    // A user and an assignee are both users. Two lists are not the same for having the same columns.
    let isSame =
      shape.fields.count >= 3 && !(place.isElement && earlier.isElement) && shape.isSimilar(to: other, 1)
    guard isNamedAlike || isSame, shape.commonNames(with: other) >= 2 else { return false }
    if isNamedAlike { other.commonName = common }
    other.absorb(shape)
    let names = other.resolved.names
    if byNames[names]?.contains(index) != true { byNames[names, default: []].append(index) }
    return true
  }

  /// The numbers of two sorted lists, without repetitions.
  private static func merged(_ first: [Int], _ second: [Int]) -> [Int] {
    second.isEmpty ? first : Set(first).union(second).sorted()
  }

  /// The last words that two names have in common: `address` of `billingAddress` and `shippingAddress`.
  private static func commonEnd(_ first: Words, _ second: Words) -> Words {
    let count = zip(first.lowercased.reversed(), second.lowercased.reversed()).prefix { $0 == $1 }.count
    return Words(Array(first.all.suffix(count)))
  }

  // MARK: Maps

  /// Makes the values of an object that looks like a map one class.
  ///
  /// - Returns: Their shape; nil for scalars.
  private static func unifyValues(of map: Shape) -> Shape? {
    guard let first = map.fields.first?.shape.resolved, first.isRecord else { return nil }
    for field in map.fields.dropFirst() { first.resolved.absorb(field.shape) }
    return first.resolved
  }

  /// Unifies the values of all maps: objects that were unified may look like a map only now, and unifying their values
  /// may unify others. Then decides which objects are maps.
  private static func unifyValuesOfMaps(below root: Shape) {
    while true {
      let shapes = reachable(from: root)
      var hasChanged = false
      for shape in shapes where shape.resolved === shape && shape.looksLikeMap {
        guard let first = shape.fields.first?.shape.resolved, first.isRecord,
          shape.fields.contains(where: { $0.shape.resolved !== first })
        else { continue }
        _ = unifyValues(of: shape)
        hasChanged = true
      }
      guard !hasChanged else { continue }
      for shape in shapes { shape.decideMap() }
      return
    }
  }

  /// All shapes of a document, each once.
  private static func reachable(from root: Shape) -> [Shape] {
    var (shapes, open, known) = ([Shape](), [root.resolved], Set([ObjectIdentifier(root.resolved)]))
    while let shape = open.popLast() {
      shapes.append(shape)
      let next = shape.fields.map(\.shape.resolved) + (shape.element.map { [$0.resolved] } ?? [])
      for shape in next where known.insert(ObjectIdentifier(shape)).inserted { open.append(shape) }
    }
    return shapes
  }
}
