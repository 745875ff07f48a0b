/// The entities that the rows of a list show when a script overrides `getEntity(row)`.
///
/// A row belongs to an element of the data, which gives it its place and its identifier, also where several rows show
/// the same entity.
final class ListTargets {
  private let list: ListController
  private let functions: OverriddenFunctions
  /// The element in whose row an entity was shown last.
  private var elements: [EntityID: EntityID] = [:]
  /// The settings of the content for which the function has run.
  private var settings: ListContent.Settings?
  /// How often the function runs inside itself.
  private var depth = 0

  init(_ list: ListController) {
    self.list = list
    functions = OverriddenFunctions(
      list.definition, services: list.services, receiver: { [handle = list.handle] in .handle(handle) },
      onStale: { [staleness = list.rowStaleness] in staleness.isStale = true })
  }

  /// The entity in the row of an element. It is kept until something that the function has read changes, or the rows.
  func target(of element: EntityID, in content: ListContent) -> EntityID {
    guard let position = content.location(of: element)?.position else { return element }
    if depth == 0 { forgetOtherRows(content) }
    depth += 1
    defer { depth -= 1 }
    let value = functions.value(.getEntity, [.int(position + 1)], state: position)
    guard case .entity(let target)? = value, list.store.exists(target) else { return element }
    elements[target] = element
    return target
  }

  /// Forgets what the function has returned for the same numbers when the rows were others.
  private func forgetOtherRows(_ content: ListContent) {
    // The positions that were shown, while a person scrolls through a long list.
    if list.rowStaleness.hasOtherRows || settings != content.settings || functions.count > 1000 {
      functions.removeAll()
    }
    list.rowStaleness.hasOtherRows = false
    settings = content.settings
  }

  /// The element in whose row an entity is shown; nil if no row is known that shows it.
  func element(showing entity: EntityID, in content: ListContent) -> EntityID? {
    [elements[entity], entity].compactMap(\.self).first { content.shows($0) && target(of: $0, in: content) == entity }
  }

  func removeAll() {
    functions.removeAll()
    elements = [:]
  }
}
