/// The members of documents of one entity type: in the order of writing, found by their keys when read.
///
/// Members are plain bytes, so that going through them counts no references.
final class DocumentSchema {
  struct Member: BitwiseCopyable {
    /// The way to read and write a member. Everything that no record keeps as plain bytes or text goes through `Value`.
    enum Kind: UInt8 {
      case id
      /// The class, where it is not the declared one.
      case type
      case bool, int, double, text, scalar, entity, elements
    }

    let kind: Kind
    /// Transient properties, and those with a file of their own, are read, but not written.
    let isWritten: Bool
    let location: PropertyLocation
    let hash: UInt64
    let key: KeyPattern
  }

  let members: UnsafeBufferPointer<Member>
  let names: [String]
  /// The index of the class among the members.
  let typePosition: Int
  /// The indices of the dates that a new entity sets to the present.
  let dates: [Int]
  private let positions: [UInt64: Int]

  init(_ type: EntityType) {
    var properties: [String: Property] = [:]
    for property in type.properties where !property.isComputed { properties[property.name] = property }
    let names = (["id", ModelStore.typeKey] + Array(properties.keys)).sorted(by: JSONWriter.precedes)
    self.names = names
    let members = UnsafeMutableBufferPointer<Member>.allocate(capacity: names.count)
    for (position, name) in names.enumerated() {
      members.initializeElement(at: position, to: Member(name, properties[name]))
    }
    self.members = UnsafeBufferPointer(members)
    dates = type.pool.datesOfCreation.compactMap { names.firstIndex(of: $0.name) }
    typePosition = names.firstIndex(of: ModelStore.typeKey) ?? 0
    positions = Dictionary(members.enumerated().map { ($0.element.hash, $0.offset) }) { first, _ in first }
  }

  deinit {
    for member in members { member.key.words.deallocate() }
    members.deallocate()
  }

  var typeKey: KeyPattern { members[typePosition].key }

  /// Returns the position of the member that a key names, nil when there is none.
  ///
  /// - Parameter start: Where to look first: documents are mostly in the order of writing.
  func find(_ key: JSONKey, from start: Int) -> Int? {
    for position in start..<min(start + 4, members.count) where matches(key, position) { return position }
    if let position = positions[key.hash], matches(key, position) { return position }
    // Two names of one hash: all are compared.
    return members.indices.first { matches(key, $0) }
  }

  /// Names of up to seven bytes are the same when their hashes are.
  private func matches(_ key: JSONKey, _ position: Int) -> Bool {
    guard key.hash == members[position].hash else { return false }
    var name = names[position]
    return name.withUTF8 { $0.count == key.text.bytes.count && ($0.count < 8 || key.text.equals($0)) }
  }
}

extension DocumentSchema.Member {
  /// - Parameter property: nil for the members that every entity has.
  fileprivate init(_ name: String, _ property: Property?) {
    hash = JSONKey.hash(of: name)
    key = KeyPattern(JSONEncodedKey(name).bytes)
    isWritten = property.map { !$0.isTransient && !$0.isLazy } ?? true
    location = property?.location ?? .none
    guard let property else {
      kind = name == "id" ? .id : .type
      return
    }
    kind =
      switch property.storage {
      case _ where property.isCollection: .elements
      case .entity: .entity
      case .string where property.isText: .text
      case .bool: .bool
      case .int: .int
      case .double: .double
      default: .scalar
      }
  }
}
