/// Reads several files as one state, although another process may store meanwhile.
package enum ConsistentRead {
  static let maximumAttempts = 20

  /// Runs `body` again while the files change during it.
  ///
  /// - Parameters:
  ///   - state: Returns what changes with each store.
  ///   - body: Reads the files. An error that it throws may be due to a store.
  /// - Throws: `export.changed` when the files have changed each time; what `body` throws.
  package static func run<State: Equatable, Output>(
    state: () throws -> State, _ body: () throws -> Output
  ) throws -> Output {
    for _ in 0..<maximumAttempts {
      let before = try state()
      let result: Result<Output, Diagnostic>
      do { result = .success(try body()) } catch let diagnostic as Diagnostic { result = .failure(diagnostic) }
      if try state() == before { return try result.get() }
    }
    throw Diagnostic(
      "export.changed",
      "the model was stored during each of \(maximumAttempts) attempts to export it, which are of several states",
      hint: "end the application, or try again")
  }
}
