import Foundation
import OKitTestSupport
import Testing

/// `okit-run models …`
@Suite struct ModelsCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "shop/app.lua": """
      local Shop = okit.Model:extend("Shop", { name = "open" })
      for _, name in ipairs { "default", "other" } do okit.Model.register(Shop, name).name = name end
      """,
      "data/okit/data/default.json": #"{"id": "a", "list": [{"id": "b"}]}"#,
    ])
  }

  private func models(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments, in: folder)
  }

  @Test func `an application's documents are found`() throws {
    #expect(try CommandProcess.run(["shop/app.lua"], in: folder).status == 0)
    #expect(try models("list", "shop/app.lua").lines.map { $0.prefix { $0 != " " } } == ["default", "other"])
    #expect(try models("verify", "shop/app.lua").output == "default  ok\nother  ok\n")
    for arguments in [["other", "shop/app.lua"], ["shop/app.lua", "other"]] {
      let shown = try models("show", arguments[0], arguments[1])
      #expect(shown.output.contains("\n  \"name\": \"other\"\n"), "\(shown)")
    }
    #expect(try models("show", "shop/app.lua").output.contains("\"name\": \"default\""))
    #expect(try models("show", "shop/app.lua", "--documents", "data").output.contains("\"list\""))
  }

  @Test func `restore names the nearest model`() throws {
    let result = try models("restore", "defalt", "--documents", "data")
    #expect(result.errors == "no stored model \"defalt\" (did you mean \"default\"?)\n")
    let without = try models("restore", "default", "--documents", "data")
    #expect(without.errors == "no previous version of okit/data/default.json is stored\n")
  }

  @Test func `verify takes the limits of run`() throws {
    let text = "local okit = require 'okit' for _ = 1, 1e5 do end okit.Model.register(okit.Model:extend('M'))"
    try folder.write(text, to: "slow.lua")
    let slow = try models("verify", "slow.lua", "--documents", "data", "--limit-instructions", "1000")
    #expect(slow.status == 1)
    #expect(slow.errors.contains("raise it with --limit-instructions"), "\(slow)")
    #expect(try models("verify", "slow.lua", "--documents", "data", "--limit-time", "60s").status == 0)
  }

  static let wrong: [[String]] = [
    ["list"], ["list", "none.lua"], ["list", "default", "--documents", "data"], ["list", "--documents", "none"],
    ["show", "a", "b", "--documents", "data"], ["verify", "a.lua", "b.lua"], ["list", "--documents", ""],
  ]

  @Test(arguments: wrong)
  func `wrong usage is rejected`(arguments: [String]) throws {
    #expect(try CommandProcess.run(["models"] + arguments, in: folder).status == 2)
  }

  @Test func `a folder is an option`() throws {
    let result = try models("list", "data")
    #expect(result.status == 2)
    #expect(result.errors.contains("data is a folder; pass it with --documents data."))
  }

  @Test func `everything that an application cannot open is reported`() throws {
    #expect(try models("verify", "--documents", "data").status == 0)
    let data = folder.path + "/data/okit/data"
    try folder.write("{", to: "data/okit/data/damaged.json")
    try folder.write(#"{"id": "a", "x": {"id": "a"}}"#, to: "data/okit/data/twice.json")
    try folder.write("{\"t\": \"\(String(repeating: "x", count: 5000))\"}", to: "data/okit/data/large.json")
    try folder.write("x", to: "data/okit/data/notes.txt")
    try folder.write("{}", to: "data/okit/data/bad?name.json")
    try folder.write("{}", to: "data/okit/data/folder.json/x")
    try FileManager.default.createSymbolicLink(atPath: data + "/link.json", withDestinationPath: "default.json")
    #expect(mkfifo(data + "/fifo.json", 0o600) == 0)
    let result = try models("verify", "--documents", "data", "--limit-document", "4K", "--format", "json")
    #expect(result.status == 1)
    #expect(result.output == "{\"name\":\"default\",\"ok\":true}\n")
    let expected = [
      ("storage.unknown", "bad?name.json", "\"unknown file\""), ("storage.unknown", "fifo.json", "not a regular file"),
      ("storage.unknown", "folder.json", "unknown folder"), ("storage.unknown", "link.json", "a symbolic link"),
      ("storage.unknown", "notes.txt", "\"unknown file\""), ("json.syntax", "damaged.json", ""),
      ("model.duplicateId", "twice.json", ""), ("storage.limit", "large.json", "raise it with --limit-document"),
    ]
    #expect(result.errors.split(separator: "\n").count == expected.count)
    for (code, file, text) in expected {
      let parts = ["\"code\":\"\(code)\"", "\"file\":\"data/okit/data/\(file)\"", text].filter { !$0.isEmpty }
      #expect(
        result.errors.split(separator: "\n").contains { line in parts.allSatisfy(line.contains) },
        "\(code) \(file): \(result.errors)")
    }
  }

  private static let films = """
    local Film = okit.ModelEntity:extend("Film", { name = "", seen = false })
    local Films = okit.Model:extend("Films", { films = okit.types.list(Film) })
    print "output of the script"
    okit.Model.register(Films, arg[1] or "default").films:add { name = "new" }
    local Settings = okit.Model:extend("Settings", { size = 1 })
    Settings.version = 2
    okit.Model.register(Settings, "settings")
    """

  /// The document of films, that of settings, and the errors with and without the classes.
  static let documents: [(String, String, [String], [String])] = [
    (#"{"films": [{"seen": true}]}"#, #"{"$version": 2, "size": 2}"#, [], []),
    (#"{"films": [{"seen": "x"}]}"#, #"{"size": "large"}"#, ["model.decode", "model.decode"], []),
    (#"{"films": [{"$type": "Book"}]}"#, "{}", ["model.unknownType"], []),
    ("{", #"{"$version": 3}"#, ["json.syntax", "model.version"], ["json.syntax"]),
  ]

  @Test(arguments: documents)
  func `with an application, documents are checked against its classes`(
    films: String, settings: String, codes: [String], formCodes: [String]
  ) throws {
    let folder = try TestFolder([
      "app.lua": Self.films, "d/okit/data/default.json": films, "d/okit/data/settings.json": settings,
      "d/okit/data/other.json": #"{"seen": "x"}"#,
    ])
    for (script, codes) in [(["app.lua"], codes), ([], formCodes)] {
      let result = try CommandProcess.run(
        ["models", "verify"] + script + ["--documents", "d", "--format", "json"], in: folder)
      #expect(result.status == (codes.isEmpty ? 0 : 1))
      let errors = result.errors.split(separator: "\n")
      #expect(errors.count == codes.count, "\(result.errors)")
      for (error, code) in zip(errors, codes) { #expect(error.contains("\"code\":\"\(code)\""), "\(error)") }
      #expect(!result.output.contains("output of the script"))
      #expect(result.output.contains(#"{"name":"other","ok":true}"#))
    }
    #expect(try folder.read("d/okit/data/default.json") == films)
    #expect(!folder.exists("d/okit/data/.previous") && !folder.exists("d/okit/.lock"))
  }

  @Test func `an application that does not start is not verified`() throws {
    try folder.write("error 'bad'", to: "bad.lua")
    let result = try models("verify", "bad.lua", "--documents", "data", "--format", "json")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("\"code\":\"lua.error\""))
  }

  @Test func `an odd previous version stops no list and is reported`() throws {
    try folder.write("{}", to: "data/okit/data/zoo.json")
    try folder.write("{}", to: "data/okit/data/.previous/zoo.json")
    let link = folder.path + "/data/okit/data/.previous/default.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "zoo.json")
    let list = try models("list", "--documents", "data")
    #expect(list.status == 1)
    #expect(list.lines.map { $0.prefix { $0 != " " } } == ["default", "zoo"])
    #expect(list.lines[1].contains("previous 2 bytes"))
    #expect(list.errors.hasPrefix("data/okit/data/.previous/default.json: cannot read"), "\(list.errors)")
    let verified = try models("verify", "--documents", "data")
    #expect(verified.status == 1)
    #expect(verified.output == "default  ok\nzoo  ok\n")
    #expect(
      verified.errors == "data/okit/data/.previous/default.json: a symbolic link, which is not followed\n")
  }

  @Test func `a document above the limit is not opened`() throws {
    try folder.write(
      "okit.Model.register(okit.Model:extend('Big', { text = '' }))", to: "big.lua")
    try folder.write("{\"text\": \"\(String(repeating: "x", count: 5000))\"}", to: "data/okit/data/default.json")
    let refused = try CommandProcess.run(["big.lua", "--documents", "data", "--limit-document", "4K"], in: folder)
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("it has 5012 bytes, and the limit is 4096 (raise it with --limit-document)"), "\(refused)"
    )
    #expect(
      try CommandProcess.run(["big.lua", "--documents", "data", "--limit-document", "8K"], in: folder).status == 0)
    #expect(try CommandProcess.run(["big.lua", "--documents", "data"], in: folder).status == 0)
  }

  @Test func `tests have limits of memory`() throws {
    try folder.write("x = ('x'):rep(20000000) \(home)", to: "app.lua")
    try folder.write("it('launches', function() okit.launch('app.lua') end)", to: "app_test.lua")
    #expect(try CommandProcess.run(["test", "app_test.lua"], in: folder).status == 0)
    let refused = try CommandProcess.run(["test", "app_test.lua", "--limit-memory", "16M"], in: folder)
    #expect(refused.status == 1)
    #expect(refused.output.contains("memory limit of 16 MiB"), "\(refused)")
    // The test file itself has the same limit.
    try folder.write("it('grows', function() local s = ('x'):rep(20000000) end)", to: "own_test.lua")
    #expect(try CommandProcess.run(["test", "own_test.lua"], in: folder).status == 0)
    let own = try CommandProcess.run(["test", "own_test.lua", "--limit-memory", "16M"], in: folder)
    #expect(own.output.contains("memory limit of 16 MiB (raise it with --limit-memory)"), "\(own)")
    try folder.write(
      "local t = okit.types okit.Model.register(okit.Model:extend('M', { l = t.list(t.string) })) \(grow) \(home)",
      to: "app.lua")
    let grown = try CommandProcess.run(
      ["test", "app_test.lua", "--limit-growth", "64M", "--timeout", "60s"], in: folder)
    #expect(grown.output.contains("growth limit of 64 MiB"), "\(grown)")
  }

  private let home = "okit.ModelDetailTableController:extend('home', { titlePath = '#x' })"
  private let grow = "local s = ('x'):rep(100000) for i = 1, 1e9 do okit.Model.get().l:add(s .. i) end"
}
