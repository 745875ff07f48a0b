/// The home of a model that ends with the process.
final class TransientHome: ModelHome {
  unowned let registry: ModelRegistry  // Safe: only the registry keeps homes.
  let type: EntityType
  let name: String
  var replaced: ReplacedForm?
  var isKnownStored = false

  init(_ registry: ModelRegistry, _ type: EntityType, _ name: String) {
    (self.registry, self.type, self.name) = (registry, type, name)
  }

  func expectNotEncrypted() {}
}
