import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitTestRunner

/// Copies of documents are bounded in size and time.
@Suite struct TemporaryDirectoryTests {
  private func code(_ budget: ExecutionBudget, maximumSize: Int) throws -> Diagnostic.Code? {
    let folder = try TestFolder(["a/b": String(repeating: "x", count: 100_000), "c": ""])
    do {
      let directory = try TemporaryDirectory()
      try FolderCopy.copy(folder.path, to: directory.path, budget: budget, maximumSize: maximumSize)
      return nil
    } catch let diagnostic as Diagnostic {
      return diagnostic.code
    }
  }

  @Test func `a folder above the limit is not copied`() throws {
    #expect(try code(ExecutionBudget(), maximumSize: 1 << 20) == nil)
    #expect(try code(ExecutionBudget(), maximumSize: 100_000) == "app.documents")
    #expect(try code(ExecutionBudget(), maximumSize: 10_000) == "app.documents")
  }

  @Test func `a copy stops at the deadline`() throws {
    let budget = ExecutionBudget(TestExecutionHost())
    #expect(try code(budget, maximumSize: 1 << 20) == "app.limit")
  }
}
