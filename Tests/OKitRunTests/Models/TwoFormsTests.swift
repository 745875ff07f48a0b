import Foundation
import OKitTestSupport
import Testing

@testable import OKitStorage

/// A model that is stored twice, and a conversion that was interrupted.
@Suite struct TwoFormsTests {
  private static let database = "okit/data/default.sqlite"
  private static let document = "okit/data/default.json"

  private let folder: TestFolder

  /// A folder `data` with a document of the model, and the bytes of the database that it is converted to.
  private let bytes: [UInt8]

  private static func script(_ kind: String) -> String {
    """
    local Film = okit.ModelEntity:extend("Film", { name = "", cover = okit.types.entity(okit.ModelData) })
    local Films = okit.\(kind):extend("Films", { films = okit.types.list(Film) })
    local films = okit.Model.register(Films)
    if okit.arguments[1] == "fill" then
      films.films:add { id = "a", name = "Alien", cover = { id = "c", data = "bytes" } }
    end
    okit.Model.storeState()
    print(films.films[1].name, films.films[1].cover.data)
    """
  }

  init() throws {
    folder = try TestFolder(["app.lua": Self.script("Model"), "rows.lua": Self.script("ModelSQLite")])
    let filled = try CommandProcess.run(["app.lua", "--documents", "data", "--", "fill"], in: folder)
    #expect(filled.status == 0, "\(filled)")
    let path = folder.path
    try FileManager.default.copyItem(atPath: "\(path)/data", toPath: "\(path)/copy")
    let converted = try CommandProcess.run(
      ["models", "convert", "app.lua", "--documents", "copy", "--to", "sqlite"], in: folder)
    #expect(converted.status == 0, "\(converted)")
    bytes = Array(try #require(FileManager.default.contents(atPath: "\(path)/copy/\(Self.database)")))
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments + ["--documents", "data", "--format", "json"], in: folder)
  }

  @Test func `commands and applications refuse two forms`() throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/data/\(Self.database)"))
    let document = try folder.read("data/\(Self.document)")
    let refused = [
      try run("app.lua"), try run("rows.lua"), try run("models", "show"), try run("models", "verify"),
      try CommandProcess.run(["models", "export", "--documents", "data", "--format", "json"], in: folder),
      try run("models", "convert", "app.lua", "--to", "sqlite"),
      try run("models", "convert", "app.lua", "--to", "file"),
      try run("models", "convert", "--to", "encrypted"), try run("models", "compact"), try run("models", "restore"),
    ]
    for result in refused {
      #expect(result.status == 1, "\(result)")
      for text in ["storage.form", "data/\(Self.document)", "data/\(Self.database)"]
      where text != "storage.form" || result.errors.contains("\"code\"") {
        #expect(result.errors.contains(text), "\(result)")
      }
    }
    #expect(try folder.read("data/\(Self.document)") == document)
    // The header says how the file is written.
    let isSame = FileManager.default.contents(atPath: "\(folder.path)/data/\(Self.database)")?.dropFirst(100)
      .elementsEqual(bytes.dropFirst(100))
    #expect(isSame == true)
  }

  /// A conversion that was killed after its record was durable.
  private func interruptConversion() throws {
    let storage = FileStorage(documents: "\(folder.path)/data")
    try storage.open()
    var isRecorded = false
    storage.tree.interrupt = { call in
      if isRecorded { return FileError(reason: "the process is gone") }
      if case .rename(_, "okit/.storing/commit.json") = call { isRecorded = true }
      return nil
    }
    let removals = [Self.document, "okit/data/_data/c.raw"].map { StorageWrite(removing: $0) }
    let operation = storage.write([StorageWrite(path: Self.database, bytes: bytes, keepsPrevious: false)] + removals)
    #expect(throws: Diagnostic.self) { try operation.wait() }
    #expect(folder.exists("data/okit/.storing/commit.json") && folder.exists("data/\(Self.document)"))
    #expect(!folder.exists("data/\(Self.database)"))
  }

  @Test(arguments: [["rows.lua"], ["models", "list"], ["models", "show"], ["models", "verify"]])
  func `the next start or command completes a conversion`(_ command: [String]) throws {
    try interruptConversion()
    let completed = try CommandProcess.run(command + ["--documents", "data"], in: folder)
    #expect(completed.status == 0, "\(completed)")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/data/okit/data/default/.previous", withIntermediateDirectories: true)
    let verified = try run("models", "verify")
    #expect(verified.status == 0, "\(verified)")
    #expect(!folder.exists("data/okit/.storing/commit.json") && !folder.exists("data/\(Self.document)"))
    let printed = try run("rows.lua")
    #expect(printed.output == "Alien\tbytes\n", "\(printed)")
    let old = try run("app.lua")
    #expect(old.status == 1 && old.errors.contains("\"code\":\"storage.form\""), "\(old)")
  }
}
