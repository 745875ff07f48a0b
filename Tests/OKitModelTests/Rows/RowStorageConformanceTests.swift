import OKitTestSupport
import Testing

@testable import OKitEngine
@testable import OKitSQLite

@Suite struct RowStorageConformanceTests {
  @Test(arguments: RowStorageConformance.all)
  func databasesInMemoryConform(_ example: RowStorageConformance.Case) throws {
    try example.run(SQLiteDatabases(documents: nil).open("a.sqlite"))
  }

  @Test(arguments: RowStorageConformance.all)
  func databaseFilesConform(_ example: RowStorageConformance.Case) throws {
    let folder = try TestFolder()
    try example.run(SQLiteDatabases(documents: folder.path).open("some/folder/a.sqlite"))
  }
}
