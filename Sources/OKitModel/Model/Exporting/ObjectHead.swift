/// The identity of an object in a document.
package struct ObjectHead {
  /// Nil for an object that is not an entity.
  package private(set) var id: String?
  package private(set) var typeName: String?
  /// The key of the entity that is meant, or null, if the object is a reference.
  package private(set) var referenceKey: JSONValue?
  /// Whether the object has nothing but an id, as an empty reference.
  package private(set) var isBare = false

  /// Looks ahead into the object at which the reader is. O(size of the object).
  package init(_ reader: borrowing JSONReader) throws {
    var reader = reader.copy(at: reader.position)
    try reader.beginObject()
    var hasOthers = false
    var key: JSONValue?
    while let member = try reader.nextKey() {
      let name = member.string
      let kind = try reader.peekKind()
      switch (name, kind) {
      case ("id", .string): id = try reader.readString()
      case ("id", .number): if case .int(let number) = try reader.readValue() { id = String(number) }
      case (ModelStore.typeKey, .string): typeName = try reader.readString()
      case (EntityType.referenceKey, .string), (EntityType.referenceKey, .null): key = try reader.readValue()
      default:
        hasOthers = true
        try reader.skipValue()
      }
    }
    guard !hasOthers else { return }
    referenceKey = key
    isBare = key == nil && id != nil && typeName == nil
  }
}
