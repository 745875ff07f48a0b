import Foundation
import OKitTestSupport
import Testing

/// `run --no-store`: a session reads the documents, and keeps its changes in memory.
@Suite struct NoStoreTests {
  private static func script(_ base: String) -> String {
    """
    local okit = require "okit"
    local t = okit.types
    local Note = okit.ModelEntity:extend("Note", { text = "" })
    local Notes = okit.\(base):extend("Notes", { title = "first", notes = t.list(Note) })
    okit.Model.initialize(function() okit.Model.register(Notes) end)
    okit.ModelDetailTableController:extend("home", { titlePath = "title" })
    """
  }

  /// The files below the documents directory with their bytes.
  private func files(_ folder: TestFolder) throws -> [String: Data] {
    var found: [String: Data] = [:]
    let root = URL(fileURLWithPath: folder.path + "/d")
    for path in FileManager.default.subpaths(atPath: root.path) ?? [] {
      var isFolder: ObjCBool = false
      let file = root.appendingPathComponent(path)
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
        found[path] = Data()
        continue
      }
      found[path] = try Data(contentsOf: file)
    }
    return found
  }

  private func run(_ folder: TestFolder, _ commands: String, _ options: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--documents", "d", "--log", "warn", "--exec", commands] + options, in: folder)
  }

  @Test(arguments: ["Model", "ModelSQLite", "ModelEncrypted"])
  func `nothing is written`(base: String) throws {
    let folder = try TestFolder(["app.lua": Self.script(base)])
    let first = try run(folder, "set-path title = x; store; get title", "--no-store")
    #expect(first == .init(status: 0, output: "x\n", errors: ""))
    #expect(!folder.exists("d"))
    #expect(try run(folder, "set-path title = stored; eval okit.Model.get().notes:add { text = 'a' }").status == 0)
    let before = try files(folder)
    let commands = """
      get title; set-path title = changed; store; models; eval okit.Model.get().notes:add { text = 'b' }; background; \
      foreground; eval okit.Model.sync(); get title; get notes.text; reload; get title; set-path title = again
      """
    let second = try run(folder, commands, "--no-store")
    #expect(second.status == 0 && second.errors == "", "\(second)")
    #expect(second.lines.first == "stored" && second.lines.suffix(3) == ["changed", "[\"a\",\"b\"]", "changed"])
    #expect(second.output.contains("2 entities\n"), "a stored model has no unsaved changes: \(second)")
    #expect(try files(folder) == before)
    #expect(try run(folder, "get title; get notes.text").output == "stored\n[\"a\"]\n")
  }

  @Test func `a refused command says nothing of storing`() throws {
    let folder = try TestFolder(["app.lua": Self.script("Model")])
    let result = try run(folder, "set-path title = x; tap Nix", "--no-store")
    #expect(result.status == 1 && result.errors.contains("\"Nix\"") && !result.errors.contains("store"), "\(result)")
  }

  @Test func `a program stores nothing either`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local m = okit.Model.register(okit.Model:extend("Count", { value = 0 }))
      m.value = m.value + 1
      okit.Model.storeState()
      print(m.value)
      """
    ])
    for arguments in [["--no-store"], [], ["--no-store"], ["--no-store"]] {
      let result = try CommandProcess.run(["app.lua", "--documents", "d"] + arguments, in: folder)
      #expect(result.status == 0, "\(result)")
      #expect(result.output == (folder.exists("d") && arguments != [] ? "2\n" : "1\n"))
    }
  }

  @Test func `a documents directory that another session uses can be read`() throws {
    let folder = try TestFolder(["app.lua": Self.script("Model")])
    #expect(try run(folder, "set-path title = stored").status == 0)
    let other = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
    try other.send("set-path title = theirs\nstore\nget title\n")
    #expect(other.line() == "theirs")
    #expect(try run(folder, "get title; set-path title = mine; store", "--no-store").output == "theirs\n")
    try other.send("get title\n")
    #expect(other.line() == "theirs")
    #expect(try other.end() == 0)
  }

  @Test func `a server gets nothing`() throws {
    let server = try HTTPServer { request in
      guard request.line.hasPrefix("GET") else { return .complete(500) }
      return .complete(200, ["ETag: \"1\"", "Content-Type: application/json"], #"{"id": "n", "title": "theirs"}"#)
    }
    let folder = try TestFolder(["app.lua": Self.script("ModelHttp")])
    let result = try run(
      folder, "get title; set-path title = mine; store; eval okit.Model.sync(); get title", "--no-store", "--endpoint",
      server.url)
    #expect(result == .init(status: 0, output: "theirs\nmine\n", errors: ""))
    #expect(!server.requests.isEmpty && server.requests.allSatisfy { $0.line.hasPrefix("GET") })
    #expect(!folder.exists("d"))
  }

  @Test func `the default directory is not assigned to the script`() throws {
    let folder = try TestFolder(["a/app.lua": Self.script("Model"), "b/a.lua": Self.script("Model")])
    let result = try CommandProcess.run(["a/app.lua", "--exec", "get title", "--no-store"], in: folder)
    #expect(result.output == "first\n" && !folder.exists(".local/share/okit-run"), "\(result)")
    #expect(try CommandProcess.run(["a/app.lua", "--exec", "store"], in: folder).status == 0)
    let foreign = try CommandProcess.run(["b/a.lua", "--exec", "get title", "--no-store"], in: folder)
    #expect(foreign.status != 0 && foreign.errors.contains("belongs to"), "\(foreign)")
  }
}
