/// Reads several files as one state, although another process may store meanwhile.
package enum ConsistentRead {
  package static let maximumAttempts = 20

  /// Runs `body` again while the files change during it.
  ///
  /// - Parameters:
  ///   - state: Returns what changes with each store.
  ///   - body: Reads the files. An error that it throws may be due to a store.
  /// - Throws: `export.changed` when the files have changed each time; what `body` throws.
  package static func run<State: Equatable, Output>(
    state: () throws -> State, _ body: () throws -> Output
  ) throws -> Output {
    let (result, hasChanged) = try attempt(state: state, body)
    guard hasChanged else { return try result.get() }
    throw Diagnostic(
      "export.changed",
      "the model was stored during each of \(maximumAttempts) attempts to export it, which are of several states",
      hint: "end the application, or try again")
  }

  /// Runs `body` again while the files change during it, and accepts its last result.
  ///
  /// - Parameter isEnough: Returns whether a result holds although the files have changed.
  /// - Returns: The last result, and whether the files have changed during it.
  package static func attempt<State: Equatable, Output>(
    attempts: Int = maximumAttempts, state: () throws -> State, isEnough: (Output) -> Bool = { _ in false },
    _ body: () throws -> Output
  ) throws -> (result: Result<Output, Diagnostic>, hasChanged: Bool) {
    var attempt = 0
    while true {
      attempt += 1
      let before = try state()
      let result: Result<Output, Diagnostic>
      do { result = .success(try body()) } catch let diagnostic as Diagnostic { result = .failure(diagnostic) }
      if case .success(let output) = result, isEnough(output) { return (result, false) }
      let hasChanged = try state() != before
      if !hasChanged || attempt >= attempts { return (result, hasChanged) }
    }
  }
}
