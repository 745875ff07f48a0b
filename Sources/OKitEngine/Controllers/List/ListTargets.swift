/// The entities that the rows of a list show when a script overrides `getEntity(row)`.
final class ListTargets {
  private unowned let list: ListController
  private let functions: OverriddenFunctions
  /// The elements in whose place others are shown, by what is shown.
  private var elements: [EntityID: EntityID] = [:]

  init(_ list: ListController) {
    self.list = list
    functions = OverriddenFunctions(
      list.definition, services: list.services, receiver: { [handle = list.handle] in .handle(handle) },
      onStale: { [staleness = list.rowStaleness] in staleness.isStale = true })
  }

  /// The entity in the row of an element at a position among all rows, from 0. It is kept until something that the function
  /// has read changes.
  func target(of element: EntityID, at position: Int?) -> EntityID {
    guard let position else { return element }
    // The positions that were shown, while a person scrolls through a long list.
    if functions.count > 1000 { functions.removeAll() }
    let value = functions.value("getEntity", [.int(position + 1)], as: .entity, state: position)
    guard case .entity(let target)? = value, list.store.exists(target) else { return element }
    if target != element { elements[target] = element }
    return target
  }

  /// The element in whose row an entity is shown; any other entity itself.
  func element(of entity: EntityID) -> EntityID { elements[entity] ?? entity }

  func removeAll() {
    functions.removeAll()
    elements = [:]
  }
}
