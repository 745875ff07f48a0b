import Foundation
import OKitTestSupport
import Testing

/// Each command says what is at a path that it cannot use.
@Suite struct UnusablePathTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": "require \"okit\"\n", "file.txt": "x"])
    for name in ["dir", "module.lua"] {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
    }
    #expect(symlink("loop", "\(folder.path)/loop") == 0)
    #expect(symlink("nothing", "\(folder.path)/dangling.lua") == 0)
    #expect(mkfifo("\(folder.path)/fifo", 0o600) == 0)
  }

  private static let loop = "Too many levels of symbolic links (the link leads to itself; replace it)"
  private static let dangling = "it is a symbolic link to something that does not exist"

  static let paths: [([String], String)] = [
    (["models", "describe", "dir"], "dir is a folder, not a file"),
    (["models", "describe", "loop"], "cannot use loop: \(loop)"),
    (["models", "describe", "dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["models", "describe", "missing"], "no such file: missing"),
    (["models", "describe", "file.txt/x"], "Not a directory (a part of the path is a file, not a folder)"),
    (["models", "describe", "fifo"], "cannot read fifo: it is a FIFO, not a regular file"),
    (["models", "import", "app.lua", "dir", "--format", "csv"], "dir is a folder, not a file"),
    (["models", "import", "app.lua", "loop", "--format", "csv"], "cannot use loop: \(loop)"),
    (["models", "list", "--documents", "loop"], "cannot use loop: \(loop)"),
    (["models", "list", "--documents", "file.txt"], "file.txt is a file, not a folder"),
    (["models", "list", "--documents", "missing"], "no such folder: missing"),
    (["test", "loop"], "cannot use loop: \(loop)"), (["test", "dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["new", "a", "--from", "loop"], "cannot use loop: \(loop)"),
    (
      ["app.lua", "--credentials-file", "dir", "--endpoint", "https://example.org"],
      "cannot read the credentials file dir: it is a directory"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "fifo"],
      "cannot read the passphrase file fifo: it is a FIFO (pass /dev/stdin, or a file)"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "dir"],
      "cannot read the passphrase file dir: it is a folder"
    ),
  ]

  @Test(arguments: paths) func `a path that cannot be used`(arguments: [String], message: String) throws {
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status > 0 && result.status < 128)
    #expect(result.errors.contains(message), "\(result)")
  }

  @Test(arguments: [
    ("module", "module 'module' not found (module.lua is a folder, not a file; searched in .)"),
    ("dangling", "module 'dangling' not found (cannot use dangling.lua: \(dangling); searched in .)"),
  ])
  func `a module that cannot be read`(name: String, message: String) throws {
    try folder.write("require \"\(name)\"\n", to: "app.lua")
    let result = try CommandProcess.run(["app.lua"], in: folder)
    #expect(result.errors.contains(message), "\(result)")
  }

  @Test func `what cannot be written has a remedy`() throws {
    let result = try CommandProcess.run(
      ["models", "export", "app.lua", "--documents", "dir", "--output", "missing/x.json"], in: folder)
    #expect(result.status == 1, "\(result)")
  }
}
