import OKitExchange
import OKitTestSupport
import Testing

/// Imports into an application without scripts.
@Suite struct FileImportTests {
  private func shop() throws -> Application {
    let app = try Application()
    try app.define("Book", [Property("name", .string), Property("stock", .int)])
    try app.define("Shop", extending: "Model", [Property("books", .list(.entity("Book")))])
    try app.registerModel("Shop")
    return app
  }

  @Test func `rows are imported, and can be undone`() throws {
    let folder = try TestFolder(["books.csv": "name,stock\nDune,2\nEmma,1\n"])
    let app = try shop()
    let summary = try FileImport("\(folder.path)/books.csv", FileImport.Options(.csv)).run(in: app)
    #expect(summary == .rows(list: "books", count: 2, rejected: 0, updated: 0))
    #expect(try app.get("books/@count") == 2)
    #expect(try app.get("books[1]/name") == "Emma")
    #expect(try app.undo())
    #expect(try app.get("books/@count") == 0)
  }

  @Test func `a document is imported into a model`() throws {
    let folder = try TestFolder(["shop.json": #"{ "books": [{ "name": "Dune", "stock": 3 }] }"#])
    let app = try shop()
    #expect(try FileImport("\(folder.path)/shop.json", FileImport.Options(.json)).run(in: app) == .document)
    #expect(try app.get("books[0]/stock") == 3)
  }

  @Test func `what is no path is not imported`() throws {
    let folder = try TestFolder(["books.csv": "name,stock\nDune,2\n"])
    for path in ["", "\(folder.path)/books.csv\u{0}x"] {
      let failure = #expect(throws: Diagnostic.self) {
        _ = try FileImport(path, FileImport.Options(.csv)).run(in: shop())
      }
      #expect(failure?.message.hasSuffix("path") == true || failure?.message.hasSuffix("NUL character") == true)
    }
  }

  @Test func `what cannot be imported is refused`() throws {
    let folder = try TestFolder(["books.csv": "name,stock\nDune,many\n"])
    var options = FileImport.Options(.csv)
    options.onReport = { _ in }
    let file = try FileImport("\(folder.path)/books.csv", options)
    let app = try shop()
    #expect(#expect(throws: Diagnostic.self) { try file.run(in: app) }?.code == "import.rejected")
    #expect(#expect(throws: Diagnostic.self) { try file.run(in: app, model: "shp") }?.code == "model.unknown")
    app.close()
    #expect(#expect(throws: Diagnostic.self) { try file.run(in: app) }?.code == .applicationClosed)
  }
}
