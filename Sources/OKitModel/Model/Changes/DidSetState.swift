/// The `didSet` functions that are running, and whether any may run.
struct DidSetState {
  /// As in Swift, a function that writes its own property does not call itself.
  private var running: Set<PropertyKey> = []
  /// The collections with a `didSet` that an operation is changing.
  private var changingCollections: Set<PropertyKey> = []
  /// Whether an entity gets its first values, which have no observers.
  var isCreating = false

  /// - Returns: False when the property's function runs already.
  mutating func begin(_ property: PropertyKey) -> Bool { running.insert(property).inserted }

  mutating func end(_ property: PropertyKey) { running.remove(property) }

  /// - Returns: False when an operation around this one is changing the collection.
  mutating func beginChanging(_ collection: PropertyKey) -> Bool { changingCollections.insert(collection).inserted }

  mutating func endChanging(_ collection: PropertyKey) { changingCollections.remove(collection) }
}
