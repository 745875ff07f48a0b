/// Work that runs when the current turn has ended.
package final class PostponedWork {
  // Unchecked because every turn passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var waiting: [() throws -> Void] = []
  @exclusivity(unchecked) private var isRunning = false
  /// The number of the action after which the work runs: it is the same for all work that follows from it.
  @exclusivity(unchecked) package private(set) var round = 0

  func add(_ body: @escaping () throws -> Void) { waiting.append(body) }

  /// Runs what waits.
  ///
  /// Work may run turns, which end here again: what they postpone runs after that work, not inside of it.
  func run(_ onFailure: (any Error) -> Void) {
    guard !isRunning else { return }
    isRunning = true
    round += 1
    defer { isRunning = false }
    while !waiting.isEmpty {
      let body = waiting.removeFirst()
      do { try body() } catch { onFailure(error) }
    }
  }
}
