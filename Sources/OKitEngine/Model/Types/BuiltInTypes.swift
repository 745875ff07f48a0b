/// The types that every store has.
enum BuiltInTypes {
  static let entityName = "ModelEntity"

  static func make() -> (entity: EntityType, reference: EntityType) {
    let entity = EntityType(builtIn: entityName, superType: nil, own: [], modelKind: nil)
    let reference = EntityType(
      builtIn: EntityType.referenceName, superType: entity,
      own: [Property("refKey", .optional(.string))], modelKind: nil)
    return (entity, reference)
  }

  /// Blobs: the classes for bytes, and the class of entities whose parts have a document of their own.
  static func parts(_ entity: EntityType) -> [EntityType] {
    func blob(_ name: String, _ role: Property.Role) -> EntityType {
      EntityType(
        builtIn: name, superType: entity,
        own: [
          Property("data", .data, role: role), Property("format", .optional(.string), role: .format),
          Property("label", .optional(.string)), Property("quality", .double, default: .double(0.5)),
          Property("scale", .double, default: .double(1)), Property("size", .int, role: .size),
          Property("template", .bool),
        ], modelKind: nil)
    }
    return [
      blob("ModelData", .blobData), blob(imageName, .blobData), blob("ModelInlineData", .inlineData),
      blob("ModelInlineImage", .inlineData),
      EntityType(builtIn: partialName, superType: entity, own: [], modelKind: nil),
    ]
  }

  /// The class of images that have a file of their own.
  static let imageName = "ModelImage"
  static let partialName = "ModelPartial"

  /// `Model` is kept in a file, `ModelEncrypted` in an encrypted one, `ModelSQLite` in a database, `ModelHttp` and
  /// `ModelEncryptedHttp` on a server, `ModelTransient` nowhere.
  static func models(_ entity: EntityType) -> [EntityType] {
    [
      EntityType(builtIn: "Model", superType: entity, own: [], modelKind: .file),
      EntityType(builtIn: "ModelEncrypted", superType: entity, own: [], modelKind: .encrypted),
      EntityType(builtIn: "ModelSQLite", superType: entity, own: [], modelKind: .sqlite),
      EntityType(builtIn: "ModelHttp", superType: entity, own: [], modelKind: .http),
      EntityType(builtIn: "ModelEncryptedHttp", superType: entity, own: [], modelKind: .encryptedHttp),
      EntityType(builtIn: "ModelTransient", superType: entity, own: [], modelKind: .transient),
    ]
  }
}
