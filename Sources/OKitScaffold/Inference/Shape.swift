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

  final class Field {
    let name: String
    let shape: Shape

    init(_ name: String, _ shape: Shape) { (self.name, self.shape) = (name, shape) }
  }

  init() {}

  init(_ node: DataNode) { add(node) }

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
    case .bool, .int, .double, .text: scalars.add(node)
    case .list(let elements):
      lists += 1
      let shape = element ?? Shape()
      element = shape
      for element in elements { shape.add(element) }
    case .record(let members):
      records += 1
      memberCount += members.count
      for member in members { field(member.name).add(member.value) }
    }
  }

  private func field(_ name: String) -> Shape {
    if let index = indices[name] { return fields[index].shape }
    let shape = Shape()
    indices[name] = fields.count
    fields.append(Field(name, shape))
    return shape
  }

  /// Makes this shape that of the values of another one, too.
  func absorb(_ other: Shape) {
    let other = other.resolved
    guard other !== self else { return }
    other.redirect = self
    count += other.count
    nulls += other.nulls
    scalars.add(other.scalars)
    (lists, records, memberCount) = (lists + other.lists, records + other.records, memberCount + other.memberCount)
    if let theirs = other.element {
      if let element { element.resolved.absorb(theirs) } else { element = theirs }
    }
    for field in other.fields {
      if let own = self[field.name] {
        own.absorb(field.shape)
      } else {
        indices[field.name] = fields.count
        fields.append(field)
      }
    }
  }

  // MARK: Kinds

  /// Whether all values that are not null are objects, lists, or scalars.
  var isRecord: Bool { records > 0 && lists + scalars.count == 0 }
  var isList: Bool { lists > 0 && records + scalars.count == 0 }
  var isScalar: Bool { scalars.count > 0 && lists + records == 0 }
  var isEmpty: Bool { lists + records + scalars.count == 0 }

  var names: Set<String> { Set(indices.keys) }

  /// The part of the names of two objects that both have.
  func similarity(to other: Shape) -> Double {
    let (own, theirs) = (names, other.names)
    let all = own.union(theirs)
    return all.isEmpty ? 0 : Double(own.intersection(theirs).count) / Double(all.count)
  }

  /// Whether objects are maps, whose keys are data: keys that no name would be, or that differ from object to object.
  var isMap: Bool {
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
    let areAlike = values.count >= 2 && values.dropFirst().allSatisfy { $0.similarity(to: first) >= 0.5 }
    return isSparse || areAlike
  }

  private static func isMemberName(_ name: String) -> Bool {
    name.first?.isNumber == false && name.count <= 40
      && name.allSatisfy { $0.isLetter || $0.isNumber || "_$- ()%€#?!&'".contains($0) }
      && name.filter { $0 == "-" }.count < 3
  }
}
