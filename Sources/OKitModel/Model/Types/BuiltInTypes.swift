/// The types that every store has.
package enum BuiltInTypes {
  static let entityName = "ModelEntity"

  static func make() -> (entity: EntityType, reference: EntityType) {
    let entity = EntityType(builtIn: entityName, superType: nil, own: [], modelKind: nil)
    let reference = EntityType(
      builtIn: EntityType.referenceName, superType: entity,
      own: [Property("refKey", .optional(.string))], modelKind: nil)
    return (entity, reference)
  }

  /// The names of the classes that `parts` makes.
  static let partNames = ["ModelData", imageName, "ModelInlineData", "ModelInlineImage", partialName]

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

  /// The class of changes that are sent to a service.
  package static let mutationName = "Mutation"
  /// The classes of the model with the mutations that are not sent, by where it is stored.
  package static let outboxNames = (
    file: "ModelOutbox", encrypted: "ModelOutboxEncrypted", memory: "ModelOutboxTransient"
  )

  /// The class of mutations, and the classes of the models that hold them. Neither is in the history.
  static func outbox(_ entity: EntityType, below model: (String) -> EntityType?) -> [EntityType] {
    let mutation = EntityType(
      builtIn: mutationName, superType: entity,
      own: [Property("attempts", .int), Property("problem", .optional(.string))],
      modelKind: nil)
    let models = [
      (outboxNames.file, "Model"), (outboxNames.encrypted, "ModelEncrypted"), (outboxNames.memory, "ModelTransient"),
    ].map { name, above in
      let superType = model(above)
      return EntityType(
        builtIn: name, superType: superType,
        own: ["pending", "accepted"].map { Property($0, .list(.entity(mutationName))) },
        modelKind: superType?.modelKind)
    }
    for type in [mutation] + models { type.history = false }
    return [mutation] + models
  }

  /// The class of images that have a file of their own.
  static let imageName = "ModelImage"
  static let partialName = "ModelPartial"

  /// `Model` is kept in a file, `ModelEncrypted` in an encrypted one, `ModelSQLite` in a database, `ModelHttp` and
  /// `ModelEncryptedHttp` on a server, `ModelTransient` nowhere.
  static func models(_ entity: EntityType) -> [EntityType] {
    [
      ("Model", ModelKind(hasStorageFunctions: true, makeHome: DocumentHome.init)),
      ("ModelEncrypted", ModelKind(isEncrypted: true, makeHome: DocumentHome.init)),
      ("ModelSQLite", ModelKind(hasRows: true, makeHome: RowHome.init)),
      ("ModelHttp", ModelKind(isOnServer: true, makeHome: RemoteHome.init)),
      ("ModelEncryptedHttp", ModelKind(isEncrypted: true, isOnServer: true, makeHome: RemoteHome.init)),
      ("ModelTransient", ModelKind(isStored: false, makeHome: TransientHome.init)),
    ].map { EntityType(builtIn: $0, superType: entity, own: [], modelKind: $1) }
  }
}
