import Foundation
import OKitTestSupport
import Testing

/// `Class.content`: documents with which models begin.
@Suite struct ContentTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder(isInMemory: true) }

  private func write(_ content: String?, base: String = "Model", name: String = "content.json") throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", year = t.optional(t.int) })
      local Films = okit.\(base):extend("Films", { films = t.list(Film) })
      Films.content = "\(name)"
      okit.Model.register(Films)
      okit.ModelListTableController:extend("home", { type = "Film", dataPath = "films", cell = okit.ModelTableCell { \
      path = "name" } })
      """, to: "app.lua")
    if let content { try folder.write(content, to: "content.json") }
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  static let mistakes: [(content: String?, name: String, message: String)] = [
    (nil, "contents.json", "app.lua:5:18: error: cannot find \"contents.json\""),
    ("{}", "contents.json", "did you mean \"content.json\"?"),
    ("{}", "../content.json", "error: \"../content.json\" is not a path below the folder of the script"),
    ("{}", "/etc/passwd", "error: \"/etc/passwd\" is not a path below the folder of the script"),
    ("{\n \"films\": [{]}", "content.json", "content.json:2:13: error: expected a key or '}'"),
    (
      "{\n \"films\": [{\"nmae\": \"x\"}]}", "content.json",
      "content.json:2:13: error: /films/0: unknown member \"nmae\""
    ),
    (
      "{\n \"films\": [{\"year\": \"x\"}]}", "content.json",
      "content.json:2:21: error: /films/0/year: expected an optional Int, found \"x\""
    ),
    ("[]", "content.json", "content.json:1:1: error: /: expected an object, found an array"),
    (
      "{\"films\": [{\"id\": \"a\"},\n {\"id\": \"a\"}]}", "content.json",
      "content.json:2:9: error: the id \"a\" is used twice in model \"default\""
    ),
    ("{\"$version\": 2}", "content.json", "content.json:1:1: error: the content of Films has version 2"),
  ]

  @Test(arguments: mistakes) func `mistakes are findings`(_ test: (content: String?, name: String, message: String))
    throws
  {
    try write(test.content, name: test.name)
    let checked = try run("check", "app.lua")
    // A script that names no file ends there, and the rest cannot be checked.
    let status: Int32 = test.name == "content.json" ? 1 : 2
    #expect(checked.status == status && checked.output.contains(test.message), "\(checked)")
    let started = try run("app.lua", "--documents", "d", "--exec", "screen")
    #expect(started.status == 1 && started.output == "", "\(started)")
    #expect(!folder.exists("d/okit/data/default.json"))
  }

  @Test func `a document of another folder, a pipe and a folder are refused`() throws {
    let path = folder.path
    try write("{}")
    for command in [
      "rm content.json && mkfifo content.json", "rm content.json && mkdir content.json",
      "rmdir content.json && ln -s /etc/hostname content.json", "ln -sf /dev/zero content.json",
    ] {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "cd '\(path)' && \(command)"]
      try shell.run()
      shell.waitUntilExit()
      let checked = try run("check", "app.lua")
      #expect(checked.status == 2 && checked.output.contains(": error: cannot "), "\(command) \(checked)")
    }
  }

  @Test func `a stored model, commands and a reload do not read it again`() throws {
    try write("{\"films\": [{\"name\": \"Alien\"}, {\"name\": \"Brazil\"}]}")
    #expect(try run("check", "--strict", "app.lua").status == 0)
    #expect(
      try run("app.lua", "--documents", "d", "--exec", "eval okit.Model.get().films:remove(1); reload; get films.name")
        .output.hasSuffix(
          "[\"Brazil\"]\n"))
    // The document of a stored model is not read.
    try FileManager.default.removeItem(atPath: "\(folder.path)/content.json")
    try folder.write("{}", to: "content.json")
    #expect(try run("app.lua", "--documents", "d", "--exec", "get films.name").output == "[\"Brazil\"]\n")
    #expect(try run("models", "show", "--documents", "d").output.contains("Brazil"))
  }

  @Test func `only models have content`() throws {
    try folder.write(
      "local okit = require \"okit\"\nlocal A = okit.ModelEntity:extend(\"A\", {})\nA.content = \"a.json\"\n",
      to: "app.lua")
    let checked = try run("check", "app.lua")
    #expect(checked.output.contains("A.content: only a class of models has content"), "\(checked)")
  }

  @Test(arguments: ["ModelEncrypted", "ModelTransient", "ModelSQLite"]) func `models of other kinds`(_ base: String)
    throws
  {
    try write("{\"films\": [{\"name\": \"Alien\"}]}", base: base)
    let arguments = ["app.lua", "--documents", "d", "--exec", "get films.name"]
    for _ in 0..<2 {
      let result = try CommandProcess.run(arguments, in: folder)
      #expect(result.output == "[\"Alien\"]\n", "\(result)")
    }
  }
}
