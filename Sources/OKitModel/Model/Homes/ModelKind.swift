/// A kind of storage for models: what is known of it before a model is registered, and the factory of homes.
///
/// A new kind is a type that implements `ModelHome`, and an entry of `BuiltInTypes.models`.
package struct ModelKind: Sendable {
  package typealias Factory = @Sendable (ModelRegistry, EntityType, String) throws -> any ModelHome

  /// Makes the home of a model of a class with a name.
  let makeHome: Factory
  /// Whether models outlive the process.
  let isStored: Bool
  /// Whether models are stored encrypted as long as encryption is on.
  let isEncrypted: Bool
  /// Whether models are stored on a server.
  let isOnServer: Bool
  /// Whether models are rows of a database, which a class can name.
  let hasRows: Bool
  /// Whether a class can have functions in place of the storage of the application.
  let hasStorageFunctions: Bool

  package init(
    isStored: Bool = true, isEncrypted: Bool = false, isOnServer: Bool = false, hasRows: Bool = false,
    hasStorageFunctions: Bool = false, makeHome: @escaping Factory
  ) {
    (self.isStored, self.isEncrypted, self.isOnServer) = (isStored, isEncrypted, isOnServer)
    (self.hasRows, self.hasStorageFunctions, self.makeHome) = (hasRows, hasStorageFunctions, makeHome)
  }
}

extension EntityType {
  /// Whether the type is a class of models.
  package var isModel: Bool { modelKind != nil }

  /// Whether the models of the type outlive the process.
  package var isStored: Bool { modelKind?.isStored == true }

  /// Whether the models of the type are stored encrypted as long as encryption is on.
  package var isEncrypted: Bool { modelKind?.isEncrypted == true }

  /// Whether the models of the type are stored on a server.
  package var isOnServer: Bool { modelKind?.isOnServer == true }

  /// Whether functions of the class can be the storage of its models.
  package var canHaveStorageFunctions: Bool { modelKind?.hasStorageFunctions == true }

  /// Whether the models of the type are rows of a database, which the class can name.
  package var hasRows: Bool { modelKind?.hasRows == true }
}
