/// Runs test files, in this process or in others.
package protocol TestExecutor {
  /// Runs jobs.
  ///
  /// - Parameters:
  ///   - jobs: The runs of files, in the order of their messages.
  ///   - mayContinue: Whether further jobs are wanted.
  ///   - receive: Gets the messages of each job, the last of which is `end`; first all of the first job.
  func run(
    _ jobs: [TestJob], while mayContinue: () -> Bool, receive: @escaping (TestJob, TestMessage) throws -> Void
  ) throws
}

/// Runs one test file after the other in this process.
package struct LocalExecutor: TestExecutor {
  private let selection: TestFileRunner.Selection
  private let options: TestFileRunner.Options

  package init(_ selection: TestFileRunner.Selection, _ options: TestFileRunner.Options) {
    (self.selection, self.options) = (selection, options)
  }

  package func run(
    _ jobs: [TestJob], while mayContinue: () -> Bool, receive: @escaping (TestJob, TestMessage) throws -> Void
  ) throws {
    for job in jobs where mayContinue() {
      var execution = TestFileExecution(job, selection, options) { try receive(job, $0) }
      try execution.run()
    }
  }
}
