import Foundation
import OKitTestSupport
import Testing

/// Whatever is wrong with a file of a documents directory, every command says it in words, with the path.
@Suite struct UnusableFilesTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Chapter = okit.ModelEntity:extend("Chapter", { text = "" })
    local Book = okit.ModelPartial:extend("Book", { name = "", file = t.entity "ModelData", text = t.deferred(Chapter) \
    })
    local Shop = okit.Model:extend("Shop", { title = "first", books = t.list(Book) })
    local Rows = okit.ModelSQLite:extend("Rows", { chapters = t.list(Chapter) })
    local Secret = okit.ModelEncrypted:extend("Secret", { chapters = t.list(Chapter) })
    okit.Model.initialize(function()
      okit.Model.register(Shop)
      okit.Model.register(Rows, "rows")
      okit.Model.register(Secret, "secret")
    end)
    function fill()
      okit.Model.get().books:add { name = "x", file = okit.ModelData { data = "xyz" } }
      okit.Model.get().books[1].text = { text = "long" }
      okit.Model.get("rows").chapters:add { text = "r" }
      okit.Model.get("secret").chapters:add { text = "s" }
    end
    okit.ModelDetailTableController:extend("home", { titlePath = "title" })
    """

  private static let commands: [[String]] = [
    [
      "app.lua", "--exec",
      "get books[0]/text.text; set-path title = b; store; eval okit.Backup.list(); eval okit.Model.sync()",
    ],
    ["app.lua", "--no-store", "--exec", "get title"], ["models", "list"], ["models", "list", "app.lua"],
    ["models", "show", "default"], ["models", "verify", "app.lua"], ["models", "verify", "--repair"],
    ["models", "export", "app.lua", "--contents", "--format", "json"], ["models", "compact", "app.lua"],
    ["models", "restore", "default"], ["models", "backup", "list"], ["models", "backup", "verify", "one"],
    ["models", "backup", "restore", "one"], ["models", "import", "app.lua", "a.csv", "--into", "books"],
  ]

  enum Fault: String, CaseIterable { case folder, fifo, link, file, unreadable }

  private func stored() throws -> TestFolder {
    let folder = try TestFolder(["app.lua": Self.script, "a.csv": "name\na\n"])
    let result = try CommandProcess.run(
      [
        "app.lua", "--documents", "d", "--exec",
        "eval fill(); store; set-path title = a; store; eval okit.Backup.create('one')",
      ], in: folder)
    #expect(result.status == 0, "\(result)")
    return folder
  }

  /// Makes a file or folder unusable.
  ///
  /// - Returns: Whether it was possible.
  private func spoil(_ path: String, _ fault: Fault) throws -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    switch fault {
    case .folder where isFolder.boolValue: return false
    case .file where !isFolder.boolValue: return false
    case .unreadable: return geteuid() != 0 && chmod(path, 0) == 0
    default: try FileManager.default.removeItem(atPath: path)
    }
    switch fault {
    case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .fifo: #expect(mkfifo(path, 0o600) == 0)
    case .link: #expect(symlink("/nonexistent/file", path) == 0)
    case .file: try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    case .unreadable: break
    }
    return true
  }

  /// What is in place of a model is not followed: a backup without it would seem to have it.
  @Test(arguments: [Fault.link, .folder, .fifo])
  func `no backup leaves a model out`(_ fault: Fault) throws {
    let folder = try stored()
    let path = folder.path + "/d/okit/data/default.json"
    #expect(try spoil(path, fault))
    for command in [["backup", "create", "b"], ["list"], ["compact"]] {
      let result = try CommandProcess.run(["models"] + command + ["--documents", "d"], in: folder)
      #expect(result.status == 1 && result.errors.contains("default.json: "), "\(command): \(result)")
    }
    #expect(!folder.exists("d/okit/backup/b.okitbackup"))
  }

  /// Each command meets each kind of fault, and each file one of them; `CommandProcess` looks for what Swift prints of
  /// errors.
  @Test func `errors are described with the file`() throws {
    let original = try stored()
    let root = original.path + "/d"
    let paths = [""] + (FileManager.default.subpaths(atPath: root) ?? []).sorted()
    #expect(paths.count > 15)
    var number = 0
    for path in paths {
      for fault in Fault.allCases {
        let folder = try TestFolder(["app.lua": Self.script, "a.csv": "name\na\n"])
        let copy = folder.path + "/d"
        try FileManager.default.copyItem(atPath: root, toPath: copy)
        let target = path.isEmpty ? copy : "\(copy)/\(path)"
        guard try spoil(target, fault) else { continue }
        defer { if fault == .unreadable { chmod(target, 0o700) } }
        let command = Self.commands[number % Self.commands.count]
        number += 1
        let result = try CommandProcess.run(command + ["--documents", "d"], in: folder)
        #expect(result.status < 128, "\(command) of \(path) as \(fault): \(result)")
      }
    }
  }
}
