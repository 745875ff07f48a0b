/// What the values at one place of the data have in common.
///
/// Objects at several places can be of one class: their shapes then redirect to a common one.
final class Shape {
  /// The number of values, with nulls.
  private(set) var count = 0
  private(set) var nulls = 0
  private(set) var scalars = Scalars()
  private(set) var lists = 0
  private(set) var records = 0
  /// The shape of the elements of lists.
  private(set) var element: Shape?
  /// The members of objects, in the order of their first appearance.
  private(set) var fields: [Field] = []
  private var indices: [String: Int] = [:]
  private var redirect: Shape?
  /// The name of the class, where objects at several places have different ones.
  var commonName: Words?
  /// The sum of the numbers of members.
  private(set) var memberCount = 0
  /// Whether objects are maps, whose keys are data. The unifier decides it when all shapes are unified.
  private(set) var isMap = false

  final class Field {
    let name: String
    let shape: Shape

    init(_ name: String, _ shape: Shape) { (self.name, self.shape) = (name, shape) }
  }

  init() {}

  init(_ node: DataNode) { add(node) }

  /// Makes the shape of an object with one member.
  init(_ name: String, _ member: Shape) {
    (count, records, memberCount) = (1, 1, 1)
    fields = [Field(name, member)]
    indices = [name: 0]
  }

  /// The shape that stands for this one.
  var resolved: Shape {
    var shape = self
    while let next = shape.redirect { shape = next }
    return shape
  }

  subscript(name: String) -> Shape? { indices[name].map { fields[$0].shape.resolved } }

  func add(_ node: DataNode) {
    count += 1
    switch node {
    case .null: nulls += 1
    case .bool, .int, .decimal, .text: scalars.add(node)
    case .list(let elements):
      lists += 1
      let shape = element ?? Shape()
      element = shape
      for element in elements { shape.add(element) }
    case .record(let members):
      records += 1
      memberCount += members.count
      for (position, member) in members.enumerated() { field(member.name, at: position).add(member.value) }
    }
  }

  /// - Parameter position: Where the member is in its object: objects of one kind mostly have the same order.
  private func field(_ name: String, at position: Int) -> Shape {
    if position < fields.count, fields[position].name == name { return fields[position].shape }
    if let index = indices[name] { return fields[index].shape }
    let shape = Shape()
    indices[name] = fields.count
    fields.append(Field(name, shape))
    return shape
  }

  /// Makes this shape that of the values of another one, too, and so the shapes of their members and elements.
  ///
  /// One of the members may be a shape that is being unified, so that those that wait are kept in a list.
  func absorb(_ other: Shape) {
    var (open, next) = ([(self, other)], 0)
    while next < open.count {
      let (first, second) = (open[next].0.resolved, open[next].1.resolved)
      next += 1
      if first !== second { first.take(second, &open) }
    }
  }

  /// - Parameter open: Gets the shapes that are to be unified, too.
  private func take(_ other: Shape, _ open: inout [(Shape, Shape)]) {
    other.redirect = self
    count += other.count
    nulls += other.nulls
    scalars.add(other.scalars)
    (lists, records, memberCount) = (lists + other.lists, records + other.records, memberCount + other.memberCount)
    if commonName == nil { commonName = other.commonName }
    if let theirs = other.element {
      if let element { open.append((element, theirs)) } else { element = theirs }
    }
    for field in other.fields {
      if let index = indices[field.name] {
        open.append((fields[index].shape, field.shape))
      } else {
        indices[field.name] = fields.count
        fields.append(field)
      }
    }
    (other.fields, other.indices, other.element) = ([], [:], nil)
  }

  // MARK: Kinds

  /// Whether all values that are not null are objects, lists, or scalars.
  var isRecord: Bool { records > 0 && lists + scalars.count == 0 }
  var isList: Bool { lists > 0 && records + scalars.count == 0 }
  var isScalar: Bool { scalars.count > 0 && lists + records == 0 }
  var isEmpty: Bool { lists + records + scalars.count == 0 }

  var names: Set<String> { Set(indices.keys) }

  /// The number of names that the objects of two shapes both have.
  func commonNames(with other: Shape) -> Int {
    let (few, many) = fields.count < other.fields.count ? (self, other) : (other, self)
    return few.fields.count { many.indices[$0.name] != nil }
  }

  /// Whether the part of the names of two objects that both have is at least a number.
  func isSimilar(to other: Shape, _ part: Double) -> Bool {
    let (few, many) = (min(fields.count, other.fields.count), max(fields.count, other.fields.count))
    guard many > 0, Double(few) >= part * Double(many) else { return false }
    let common = commonNames(with: other)
    return Double(common) >= part * Double(few + many - common)
  }

  /// Decides whether objects are maps.
  func decideMap() { isMap = looksLikeMap }

  /// Whether objects look like maps: with keys that no name would be, or that differ from object to object.
  var looksLikeMap: Bool {
    guard isRecord, !fields.isEmpty else { return false }
    let values = fields.map(\.shape.resolved)
    let areScalars = values.allSatisfy { $0.isScalar || $0.isEmpty } && values.contains { $0.isScalar }
    let areRecords = values.allSatisfy(\.isRecord)
    guard areScalars || areRecords else { return false }
    let strange = fields.count { !Self.isMemberName($0.name) }
    if 2 * strange > fields.count { return true }
    // A path, an address or a pattern among texts is data, too.
    let areTexts = areScalars && values.allSatisfy { $0.scalars.count == $0.scalars.texts }
    if areTexts, fields.contains(where: { $0.name.contains(where: { "@/:\\".contains($0) }) }) { return true }
    let isSparse = records > 1 && fields.count >= 4 && 2 * memberCount < records * fields.count
    if areScalars { return isSparse || fields.count > 100 }
    guard let first = values.first else { return false }
    let areAlike = values.count >= 2 && values.dropFirst().allSatisfy { $0.isSimilar(to: first, 0.5) }
    return isSparse || areAlike
  }

  private static func isMemberName(_ name: String) -> Bool {
    name.first?.isNumber == false && name.count <= 40
      && name.allSatisfy { $0.isLetter || $0.isNumber || "_$- ()%€#?!&'".contains($0) }
      && name.filter { $0 == "-" }.count < 3
  }
}
