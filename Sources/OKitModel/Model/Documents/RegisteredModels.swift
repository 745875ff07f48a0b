/// The roots of the registered models by name, and what is known of their documents.
package struct RegisteredModels {
  private(set) var roots: [String: EntityID] = [:]
  private var names: [EntityID: String] = [:]

  package subscript(name: String) -> EntityID? { roots[name] }

  func name(of root: EntityID) -> String? { names[root] }

  /// The roots in the order of their names.
  package var sorted: [(name: String, root: EntityID)] {
    roots.sorted { $0.key < $1.key }.map { (name: $0.key, root: $0.value) }
  }

  mutating func insert(_ root: EntityID, name: String) {
    roots[name] = root
    names[root] = name
  }

  mutating func remove(_ root: EntityID) {
    if let name = names.removeValue(forKey: root) { roots[name] = nil }
  }
}
