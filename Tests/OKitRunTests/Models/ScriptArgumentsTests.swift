import Foundation
import OKitTestSupport
import Testing

/// Arguments of the script in `okit-run models …`: the bookshop stores its models in databases with the argument
/// `sqlite`.
@Suite struct ScriptArgumentsTests {
  private let folder: TestFolder
  private let bookshop: String

  init() throws {
    folder = try TestFolder()
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    bookshop = "\(root)/scripts/bookshop/app.lua"
    let started = try run([bookshop, "--exec", "store"], ["sqlite"])
    #expect(started.status == 0, "\(started)")
    #expect(folder.exists("shop/okit/data/default.sqlite"))
  }

  private func run(_ arguments: [String], _ script: [String]) throws -> CommandProcess.Result {
    let words = script.isEmpty ? [] : ["--"] + script
    return try CommandProcess.run(arguments + ["--documents", "shop"] + words, in: folder)
  }

  @Test func `commands run the script with arguments`() throws {
    let verified = try run(["models", "verify", bookshop], ["sqlite"])
    #expect(verified.status == 0 && verified.output == "settings  ok\ndefault  ok\ndirectory  ok\n", "\(verified)")
    // Without the argument, its classes are those of documents.
    let other = try run(["models", "verify", bookshop, "--format", "json"], [])
    #expect(other.status == 1 && other.errors.contains("\"code\":\"storage.form\""), "\(other)")
    let shown = try run(["models", "show", bookshop], [])
    #expect(shown.status == 0 && shown.output.contains("\"SCIENCE_FICTION\""), "\(shown.errors)")
    let exported = try run(["models", "export", bookshop, "--format", "csv", "--list", "genres"], ["sqlite"])
    #expect(exported.status == 0 && exported.output.contains("WESTERNS,Westerns"), "\(exported)")
    let document = try run(["models", "export", bookshop, "--format", "json"], ["sqlite"])
    #expect(document.status == 0 && document.output.contains("\"stocked\": true"), "\(document.errors)")
    let converted = try run(["models", "convert", bookshop, "directory", "--to", "file"], ["sqlite"])
    #expect(converted.status == 0 && converted.output == "converted directory to a file\n", "\(converted)")
  }

  @Test func `an import runs the script with arguments`() throws {
    try folder.write("id,name\nPOETRY,Poetry\n", to: "genres.csv")
    let imported = try run(
      ["models", "import", bookshop, "genres.csv", "--format", "csv", "--into", "genres"], ["sqlite"])
    #expect(imported.output == "imported 1 row into genres of default\n" && imported.status == 0, "\(imported)")
    #expect(try run(["models", "show"], []).output.contains("\"POETRY\""))
  }
}
