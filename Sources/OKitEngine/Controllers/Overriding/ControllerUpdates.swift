/// Calls the functions in which scripts follow what happens to their screens: at the end of a turn, as a part of it.
///
/// A turn in which nothing changed and no other screen appeared costs a comparison for each open screen whose class
/// overrides one of these functions.
final class ControllerUpdates {
  private let store: ModelStore
  private let containers: ContainerTree
  /// The controller that was shown last.
  private var shown: RuntimeHandle?

  init(_ store: ModelStore, _ containers: ContainerTree) { (self.store, self.containers) = (store, containers) }

  /// The number of rounds after which screens that keep replacing or changing each other are stopped.
  private static let maximumRounds = 100

  /// - Throws: what a built-in function throws; `controller.endless`.
  func run() throws {
    var (scanned, told) = (0, Set<PropertyChange>())
    for _ in 0..<Self.maximumRounds {
      try showTop()
      let (count, followers) = (store.changeCountOfTransaction, containers.followers)
      if !followers.isEmpty {
        try tell(followers, count > scanned ? store.propertyChanges(since: scanned, besides: &told) : [])
      }
      scanned = max(scanned, count)
      if let top = containers.top, top.followsRows { try top.rowsWereShown() }
      if containers.top?.handle == shown, store.changeCountOfTransaction == scanned { return }
    }
    throw Diagnostic(
      "controller.endless",
      """
      the screens keep opening or changing each other in setup, update or refresh: \
      \(PrintableText.list(containers.names.suffix(3)))
      """
    )
  }

  private func showTop() throws {
    let top = containers.top
    guard top?.handle != shown else { return }
    shown = top?.handle
    try top?.appear()
  }

  private func tell(_ followers: [Controller], _ changes: [PropertyChange]) throws {
    for controller in followers {
      for change in changes { try controller.noteChange(of: change.entity, change.key) }
      if controller.needsUpdate { try controller.runUpdate() }
      if controller.isSetUp { try controller.handleProperties() }
    }
  }
}
