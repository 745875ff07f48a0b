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

  /// `Model` is kept in a file, `ModelSQLite` in a database, `ModelTransient` nowhere.
  static func models(_ entity: EntityType) -> [EntityType] {
    [
      EntityType(builtIn: "Model", superType: entity, own: [], modelKind: .file),
      EntityType(builtIn: "ModelSQLite", superType: entity, own: [], modelKind: .sqlite),
      EntityType(builtIn: "ModelTransient", superType: entity, own: [], modelKind: .transient),
    ]
  }
}
