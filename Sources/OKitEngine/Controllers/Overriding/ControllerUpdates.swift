/// Calls the functions in which scripts follow what happens to their screens: at the end of a turn, as a part of it.
///
/// A turn in which nothing changed and no other screen appeared costs a comparison for each open screen whose class
/// overrides one of these functions.
final class ControllerUpdates {
  private let store: ModelStore
  private let containers: ContainerTree

  init(_ store: ModelStore, _ containers: ContainerTree) { (self.store, self.containers) = (store, containers) }

  /// The number of rounds after which screens that keep replacing or changing each other are stopped.
  private static let maximumRounds = 100

  /// - Throws: what a built-in function throws; `controller.endless`.
  func run() throws {
    // Almost always, no screen has appeared, and none follows anything.
    if !containers.hasFollowers {
      guard containers.mayNeedUpdate else { return }
      guard containers.windows.contains(where: { $0.needsUpdate }) else {
        containers.mayNeedUpdate = false
        return
      }
    }
    var (scanned, told) = (0, Set<PropertyChange>())
    for _ in 0..<Self.maximumRounds {
      for window in containers.windows where window.top?.handle != window.appeared {
        window.appeared = window.top?.handle
        if let top = window.top { try containers.inside(window) { try top.appear() } }
      }
      let (count, followers) = (store.changeCountOfTransaction, containers.followers)
      if !followers.isEmpty {
        try tell(followers, count > scanned ? store.propertyChanges(since: scanned, besides: &told) : [])
      }
      scanned = max(scanned, count)
      for window in containers.windows {
        guard let top = window.top, top.followsRows else { continue }
        try containers.inside(window) { try top.rowsWereShown() }
      }
      let isSettled = containers.windows.allSatisfy { $0.top?.handle == $0.appeared }
      if isSettled, store.changeCountOfTransaction == scanned { return }
    }
    throw Diagnostic(
      "controller.endless",
      """
      the screens keep opening or changing each other in setup, update or refresh: \
      \(PrintableText.list(containers.window.names.suffix(3)))
      """
    )
  }

  private func tell(_ followers: [Controller], _ changes: [PropertyChange]) throws {
    for controller in followers {
      for change in changes { try controller.noteChange(of: change.entity, change.key) }
      if controller.needsUpdate { try controller.runUpdate() }
      if controller.isSetUp { try controller.handleProperties() }
    }
  }
}
