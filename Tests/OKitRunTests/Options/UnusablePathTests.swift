import Foundation
import OKitTestSupport
import Testing

/// Each command says what is at a path that it cannot use.
@Suite struct UnusablePathTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": "require \"okit\"\n", "file.txt": "This is no database.\n", "empty.sqlite": ""])
    for name in ["dir", "module.lua", "okit/backup/d.okitbackup"] {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    #expect(mkfifo("\(folder.path)/okit/backup/b.okitbackup", 0o600) == 0)
    #expect(symlink("loop", "\(folder.path)/loop") == 0)
    #expect(symlink("nothing", "\(folder.path)/dangling.lua") == 0)
    #expect(mkfifo("\(folder.path)/fifo", 0o600) == 0)
  }

  static let keyFiles = [
    ("dir", "it is a directory (name a file in it)"), ("fifo", "it is a FIFO, not a regular file"),
    ("/dev/zero", "it is a device, not a regular file"), ("loop", loop), ("dangling.lua", danglingRemedy),
    ("nodir/x", "No such file or directory (create its folder first)"),
  ]

  @Test(arguments: keyFiles) func `a key file that cannot be used`(file: String, reason: String) throws {
    try folder.write("okit.Model.register(okit.ModelEncrypted:extend('A'))\n", to: "app.lua")
    let result = try CommandProcess.run(["app.lua", "--documents", "dir", "--key-file", file], in: folder)
    let verb = file == "nodir/x" ? "create" : "read"
    #expect(
      result.status == 1 && result.errors.contains("cannot \(verb) the key file: \(reason)"), "\(result)")
    // With the default key.
    #expect(try CommandProcess.run(["app.lua", "--documents", "dir"], in: folder).status == 0)
    let rekey = try CommandProcess.run(
      ["models", "rekey", "--documents", "dir", "--new-key-file", file], in: folder)
    #expect(rekey.status == 1 && rekey.errors.contains("cannot \(verb) the key file: \(reason)"), "\(rekey)")
  }

  static let outputs = [
    ("dir", "it is a directory (name a file in it)"), ("loop", loop), ("dangling.lua", danglingRemedy),
    ("fifo", "it is a FIFO that nobody reads (start its reader first)"),
    ("missing/x", "No such file or directory (create its folder first)"),
  ]

  @Test(arguments: outputs) func `a file that cannot be written`(file: String, reason: String) throws {
    let app = "okit.Model.register(okit.Model:extend('A', { name = '' })).name = 'x'\nokit.Model.storeState()\n"
    try folder.write(app, to: "app.lua")
    #expect(try CommandProcess.run(["app.lua", "--documents", "dir"], in: folder).status == 0)
    let export = ["models", "export", "app.lua", "--documents", "dir", "--format", "json", "--output"]
    let result = try CommandProcess.run(export + [file], in: folder)
    #expect(result.status == 1 && result.errors.contains("cannot write \(file): \(reason)"), "\(result)")
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/dangling.lua")
    #expect(link == "nothing" && !folder.exists("nothing"))
    // A link to a file leads to it.
    try folder.write("old", to: "dir/out.json")
    #expect(symlink("dir/out.json", "\(folder.path)/link.json") == 0)
    let followed = try CommandProcess.run(export + ["link.json"], in: folder)
    #expect(try followed.status == 0 && folder.read("dir/out.json").contains("\"x\""), "\(followed)")
  }

  static let empty = [
    ["app.lua", "--documents", ""], ["app.lua", "--documents="], ["models", "list", "--documents", ""],
    ["app.lua", "--key-file", ""], ["app.lua", "--credentials-file", ""], ["app.lua", "--passphrase-file", ""],
    ["models", "rekey", "--documents", "dir", "--new-passphrase-file", ""], ["new", "a", "--from", ""],
    ["models", "export", "--documents", "dir", "--output", ""], ["test", "--output", ""],
  ]

  @Test(arguments: empty) func `an empty name of a file`(arguments: [String]) throws {
    let result = try CommandProcess.run(arguments, in: folder)
    let option = arguments.last { $0.hasPrefix("--") }?.replacing("=", with: "") ?? ""
    let kind = option == "--documents" ? "folder" : "file"
    #expect(result.status == 2 && result.errors == "\(option) needs the name of a \(kind)\n", "\(result)")
  }

  private static let loop = "Too many levels of symbolic links (the link leads to itself; replace it)"
  private static let dangling = "it is a symbolic link to nothing, which does not exist"
  private static let danglingRemedy = "\(dangling) (create what it leads to, or remove the link)"

  static let paths: [([String], String)] = [
    (["models", "describe", "dir"], "dir is a folder, not a file"),
    (["models", "describe", "loop"], "cannot use loop: \(loop)"),
    (["models", "describe", "dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["models", "describe", "missing"], "no such file: missing"),
    (["models", "describe", "file.txt/x"], "Not a directory (a part of the path is a file, not a folder)"),
    (["models", "describe", "fifo"], "fifo: it is a FIFO, not a regular file"),
    (["models", "import", "app.lua", "dir", "--format", "csv"], "dir is a folder, not a file"),
    (["models", "import", "app.lua", "loop", "--format", "csv"], "cannot use loop: \(loop)"),
    (["models", "list", "--documents", "loop"], "cannot use loop: \(loop)"),
    (["models", "list", "--documents", "file.txt"], "file.txt is a file, not a folder"),
    (["app.lua", "--documents", "file.txt", "--exec", "store"], "file.txt is a file, not a folder"),
    (["models", "list", "--documents", "fifo"], "fifo is a FIFO, not a folder"),
    (["app.lua", "--documents", "fifo", "--exec", "store"], "fifo is a FIFO, not a folder"),
    (["models", "list", "--documents", "missing"], "no such folder: missing"),
    (["test", "loop"], "cannot use loop: \(loop)"), (["test", "dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["new", "a", "--from", "loop"], "cannot use loop: \(loop)"),
    (
      ["app.lua", "--credentials-file", "dir", "--endpoint", "https://example.org"],
      "dir: cannot read the credentials file: it is a directory"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "fifo"],
      "fifo: cannot read the passphrase file: it is a FIFO (pass /dev/stdin, or a file)"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "/dev/zero"],
      "/dev/zero: the first line of the passphrase file is longer than 4096 bytes"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "dir"],
      "dir: cannot read the passphrase file: it is a folder (name a file in it)"
    ),
    (
      ["models", "backup", "create", "b", "--documents", "dir", "--passphrase-file", "dangling.lua"],
      "dangling.lua: cannot read the passphrase file: \(dangling)"
    ),
    (
      ["app.lua", "--credentials-file", "dangling.lua", "--endpoint", "https://example.org"],
      "dangling.lua: cannot read the credentials file: \(dangling)"
    ),
    (["models", "list", "--documents", "dangling.lua"], "cannot use dangling.lua: \(dangling)"),
    (["app.lua", "--documents", "dangling.lua", "--exec", "store"], "dangling.lua: \(dangling)"),
    (["app.lua", "--documents", "loop", "--exec", "store"], "loop: \(loop)"),
    (["check", "dangling.lua"], dangling), (["storyboard", "dangling.lua"], dangling),
    (["check", ""], "an argument is empty; expected the name of a file"), ([""], "an argument is empty"),
    (
      ["models", "describe", "file.txt"], "file.txt: cannot read the database: file is not a database (the file was not"
    ),
    (["models", "describe", "empty.sqlite"], "the database has no table with a single key column"),
    (
      ["models", "backup", "verify", "b", "--documents", "."],
      "b.okitbackup: the backup \"b\" cannot be read: it is a FIFO"
    ),
    (
      ["models", "backup", "verify", "d", "--documents", "."],
      "d.okitbackup: the backup \"d\" cannot be read: it is a d"
    ),
  ]

  @Test(arguments: paths) func `a path that cannot be used`(arguments: [String], message: String) throws {
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status > 0 && result.status < 128)
    // The findings of a check are results.
    #expect((result.errors + result.output).contains(message), "\(result)")
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
