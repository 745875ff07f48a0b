/// A change that a storage was asked to make: finished at once by files and memory, later by a storage that takes its
/// time.
///
/// From the moment the call returns, reads of the same storage see the change. Only a finished operation is durable.
/// Belongs to the isolation of its storage, which also runs the completions.
package final class StorageOperation {
  package typealias Outcome = Result<Void, any Error>

  /// Nil until the operation is finished.
  package private(set) var outcome: Outcome?
  private var completions: [(Outcome) -> Void] = []
  private let block: () -> Void

  /// Creates an operation that its storage finishes later.
  ///
  /// - Parameter block: Blocks until the operation is finished, and finishes it. One that does nothing is for an
  ///   operation whose outcome depends on what the caller does after it.
  package init(waitingBy block: @escaping () -> Void) { self.block = block }

  /// Runs `body` and returns a finished operation; it has failed with what `body` throws.
  package static func running(_ body: () throws -> Void) -> StorageOperation {
    let operation = StorageOperation {}
    operation.outcome = Outcome(catching: body)
    return operation
  }

  package static func failed(_ error: any Error) -> StorageOperation { running { throw error } }

  /// Finishes the operation and runs its completions. The first outcome counts.
  package func finish(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    defer { completions = [] }
    for completion in completions { completion(outcome) }
  }

  /// Runs `completion` when the operation is finished; at once if it is.
  package func whenFinished(_ completion: @escaping (Outcome) -> Void) {
    if let outcome { completion(outcome) } else { completions.append(completion) }
  }

  /// Throws why the operation failed, if it has failed already.
  package func check() throws { try outcome?.get() }

  /// Blocks until the operation is finished, where waiting finishes it.
  ///
  /// - Throws: why the operation failed.
  package func wait() throws {
    if outcome == nil { block() }
    try check()
  }
}
