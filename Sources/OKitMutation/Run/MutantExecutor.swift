package import OKitTestRunner

/// Runs mutants, in this process or in others.
package protocol MutantExecutor {
  /// Runs mutants.
  ///
  /// - Parameters:
  ///   - mayContinue: Whether further mutants are to be run.
  ///   - receive: Gets each result, in any order.
  func run(
    _ jobs: [MutantJob], while mayContinue: () -> Bool, receive: (MutantResult) throws -> Void
  ) throws
}

/// Runs one mutant after the other in this process.
package struct LocalMutantExecutor: MutantExecutor {
  private let options: TestFileRunner.Options

  package init(_ options: TestFileRunner.Options) { self.options = options }

  package func run(
    _ jobs: [MutantJob], while mayContinue: () -> Bool, receive: (MutantResult) throws -> Void
  ) throws {
    for job in jobs where mayContinue() { try receive(MutantExecution(job, options).run()) }
  }
}
