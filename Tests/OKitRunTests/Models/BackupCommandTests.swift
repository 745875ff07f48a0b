import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// `okit-run models backup …`
@Suite struct BackupCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "" })
      local Films = okit.Model:extend("Films", { films = t.list(Film) })
      okit.Model.register(Films)
      function Films:add(name) self.films:add { id = name, name = name } end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", titlePath = "%Films", cell = okit.ModelTableCell { path = "name" },
      })
      """,
      "secret.txt": "correct horse\nignored\n", "other.txt": "wrong\n",
    ])
    for name in ["secret.txt", "other.txt"] { try folder.setMode(0o600, of: name) }
    #expect(try run("call add(#Alien)").status == 0)
  }

  private func run(_ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--documents", "d", "--exec", commands.joined(separator: "; ")], in: folder)
  }

  private func backup(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models", "backup"] + arguments + ["--documents", "d"], in: folder)
  }

  private var names: String { get throws { try run("get films.name").output } }

  @Test func `a backup brings the models back`() throws {
    let created = try backup("create", "monday")
    #expect(created.status == 0)
    #expect(created.output.hasPrefix("monday  20"), "\(created)")
    #expect(created.output.hasSuffix(" bytes\n"))
    #expect(try run("call add(#Brazil)").status == 0)
    #expect(try backup("verify", "monday").output == "monday  ok, 1 file\n")
    let restored = try backup("restore", "monday")
    #expect(restored.output == "restored monday\n")
    #expect(restored.errors.hasPrefix("the state before is kept as before-restore-20"), "\(restored)")
    #expect(try names == "[\"Alien\"]\n")
    let listed = try backup("list").lines
    #expect(listed.count == 2)
    let previous = try #require(listed.first { $0.hasPrefix("before-restore-") }).prefix { $0 != " " }
    #expect(try backup("restore", String(previous)).status == 0)
    #expect(try names == "[\"Alien\",\"Brazil\"]\n")
    #expect(try backup("delete", "monday").errors == "deleted the backup monday\n")
    #expect(try !backup("list").output.contains("monday"))
  }

  @Test func `control characters in a name are not printed`() throws {
    #expect(try backup("create", "bell\u{1B}[2J").status == 0)
    for result in [try backup("list"), try backup("verify", "bell\u{1B}[2J"), try backup("delete", "bell\u{1B}[2J")] {
      #expect(result.status == 0 && !(result.output + result.errors).contains("\u{1B}"), "\(result)")
    }
  }

  @Test func `a backup has the databases that classes name`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = t.string { column = "Title" } })
      Film.table, Film.key = "Film", "FilmId"
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
      Films.file = "films.sqlite"
      okit.Model.register(Films)
      function Films:rename(name) self.films[1].name = name end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
    func run(_ arguments: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(arguments + ["--documents", "d"], in: folder)
    }
    do {
      let database = SQLiteDatabases(documents: folder.path + "/d").open("films.sqlite")
      try database.write { _ in }
      try database.withConnection { connection in
        try connection.run("CREATE TABLE Film (FilmId INTEGER PRIMARY KEY, Title TEXT NOT NULL)")
        try connection.run("INSERT INTO Film VALUES (1, 'Alien')")
      }
    }
    let named = try run("app.lua", "--exec", "call rename(#Brazil); store; get films.name")
    #expect(named.status == 0 && named.output == "[\"Brazil\"]\n", "\(named)")
    #expect(try folder.read("d/okit/databases.json") == "{\n  \"default\": \"films.sqlite\"\n}\n")
    let created = try run("models", "backup", "create", "first")
    #expect(created.status == 0, "\(created)")
    #expect(try run("models", "backup", "verify", "first").output == "first  ok, 1 file\n")
    #expect(try run("app.lua", "--exec", "call rename(#Charade); store").status == 0)
    let restored = try run("models", "backup", "restore", "first")
    #expect(restored.status == 0, "\(restored)")
    #expect(try run("app.lua", "--exec", "get films.name").output == "[\"Brazil\"]\n")
  }

  /// The last transactions of an open database are in another file, its write-ahead log.
  @Test func `a backup has databases as well`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "" })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
      okit.Model.register(Films)
      function Films:add(name) self.films:add { id = name, name = name } end
      function Films:back_up(name) return okit.Backup.create(name).name end
      function Films:restore(name) okit.Backup.restore(name) end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", titlePath = "%Films", cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
    func run(_ commands: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(["app.lua", "--documents", "d", "--exec", commands.joined(separator: "; ")], in: folder)
    }
    let first = try run(
      "call add(#Alien)", "store", "call back_up(#one)", "call add(#Brazil)", "store", "call restore(#one)",
      "get films.name", "call add(#Casablanca)", "store", "get films.name")
    #expect(first.status == 0, "\(first)")
    #expect(first.lines.suffix(2) == ["[\"Alien\"]", "[\"Alien\",\"Casablanca\"]"], "\(first)")
    #expect(try run("get films.name").output == "[\"Alien\",\"Casablanca\"]\n")
    let restored = try CommandProcess.run(["models", "backup", "restore", "one", "--documents", "d"], in: folder)
    #expect(restored.output == "restored one\n", "\(restored)")
    #expect(try run("get films.name").output == "[\"Alien\"]\n")
    let verified = try CommandProcess.run(["models", "verify", "--documents", "d"], in: folder)
    #expect(verified.status == 0, "\(verified)")
  }

  @Test func `a passphrase is read from a file`() throws {
    let created = try backup("create", "s", "--passphrase-file", "secret.txt")
    #expect(created.output.hasSuffix(", encrypted\n"), "\(created)")
    #expect(try run("call add(#Brazil)").status == 0)
    for arguments in [["restore", "s"], ["restore", "s", "--passphrase-file", "other.txt"], ["verify", "s"]] {
      let refused = try CommandProcess.run(
        ["models", "backup"] + arguments + ["--documents", "d", "--format", "json"], in: folder)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\"code\":\"backup.passphrase\""), "\(refused)")
    }
    #expect(try names == "[\"Alien\",\"Brazil\"]\n")
    #expect(try backup("restore", "s", "--passphrase-file", "secret.txt").status == 0)
    #expect(try names == "[\"Alien\"]\n")
    let missing = try backup("verify", "s", "--passphrase-file", "none.txt", "--format", "json")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\"code\":\"backup.passphrase\""), "\(missing)")
    #expect(try backup("verify", "s", "--passphrase-file", "secret.txt", "--ask").status == 2)
  }

  @Test func `results are printed as JSON`() throws {
    let created = try backup("create", "a b", "--format", "json").output
    #expect(created.hasPrefix("{\"createdAt\":\"20"), "\(created)")
    #expect(created.contains("\"name\":\"a b\",\"secure\":false,\"size\":"))
    #expect(try backup("list", "--format", "json").output == created)
    #expect(try backup("verify", "a b", "--format", "json").output == "{\"files\":1,\"name\":\"a b\",\"ok\":true}\n")
    let restored = try backup("restore", "a b", "--format", "json").output
    #expect(restored.hasPrefix("{\"name\":\"a b\",\"previous\":\"before-restore-20"), "\(restored)")
  }

  @Test func `mistakes are explained`() throws {
    #expect(try backup("create", "monday").status == 0)
    for (arguments, status, message) in [
      (["create", "monday"], 1, "a backup \"monday\" exists already"),
      (["restore", "mondey"], 1, "no backup \"mondey\""), (["delete", "mondey"], 1, "did you mean \"monday\"?"),
      (["create"], 2, "missing argument: the name of a backup"),
      (["list", "monday"], 2, "unexpected argument \"monday\""),
      (["create", "a", "b"], 2, "Expected at most one application and one backup"),
      (["restor", "monday"], 2, "restore"),
      (["verify", "monday", "--passphrase-file", "secret.txt"], 1, "is not encrypted"),
    ] as [([String], Int32, String)] {
      let result = try CommandProcess.run(["models", "backup"] + arguments + ["--documents", "d"], in: folder)
      #expect(result.status == status, "\(arguments): \(result)")
      #expect(result.errors.contains(message), "\(arguments): \(result)")
    }
    let nowhere = try CommandProcess.run(["models", "backup", "list", "--documents", "missing"], in: folder)
    #expect(nowhere.status == 2)
    #expect(nowhere.errors.contains("no such folder: missing"))
  }

  @Test func `a damaged backup is found, and changes nothing`() throws {
    #expect(try backup("create", "monday").status == 0)
    let file = "d/okit/backup/monday.okitbackup"
    let url = URL(fileURLWithPath: "\(folder.path)/\(file)")
    var bytes = [UInt8](try Data(contentsOf: url))
    bytes[bytes.count - 1500] ^= 1
    try folder.write(Data(bytes), to: file)
    for command in ["verify", "restore"] {
      let refused = try backup(command, "monday")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("d/okit/backup/monday.okitbackup: byte "), "\(refused)")
      #expect(refused.errors.contains("the backup \"monday\" is damaged: "))
    }
    #expect(try names == "[\"Alien\"]\n")
    #expect(try backup("list").lines.count == 1)
  }
}
