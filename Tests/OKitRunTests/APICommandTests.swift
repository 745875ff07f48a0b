import Foundation
import OKitTestSupport
import Testing

/// `okit-run api app.lua`: output, files, errors.
@Suite struct APICommandTests {
  private static func script(_ property: String) -> String {
    "local okit = require \"okit\"\nokit.ModelEntity:extend(\"Film\", { \(property) = okit.arguments[1] or \"\" })\n"
  }

  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": Self.script("title"), "wrong.lua": "local x = = 1\n", "failing.lua": "error \"no\"",
    ])
  }

  private func api(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["api"] + arguments, in: folder)
  }

  @Test func printsAnnotations() throws {
    let result = try api("app.lua")
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("---@meta _\n"))
    #expect(result.output.contains("\n---@class Film: okit.Entity\n---@field title string\n"))
    #expect(try api("app.lua", "--format", "luals", "--", "x").output == result.output)
  }

  @Test func writesTheFileOnlyWhenItChanges() throws {
    #expect(try api("app.lua", "--output", "app.d.lua").output == "")
    let path = "\(folder.path)/app.d.lua"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == (try api("app.lua").output))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try api("app.lua", "--output", "app.d.lua").status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
    try folder.write(Self.script("name"), to: "app.lua")
    #expect(try api("app.lua", "--output", "app.d.lua").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("---@field name string"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test func watchWritesTheFileOnEachSave() throws {
    let process = try CommandProcess(["api", "app.lua", "--output", "/dev/stdout", "--watch"], in: folder)
    defer { _ = process.end(by: SIGTERM) }
    func waits(for text: String) -> Bool {
      while let line = process.line() { if line == text { return true } }
      return false
    }
    #expect(waits(for: "---@field title string"))
    try folder.write("x = = 1\n", to: "app.lua")
    try folder.write(Self.script("name"), to: "app.lua")
    #expect(waits(for: "---@field name string"))
  }

  @Test func `watch runs again when a missing module is added`() throws {
    try folder.write("require \"film\"\n", to: "app.lua")
    let process = try CommandProcess(["api", "app.lua", "--output", "/dev/stdout", "--watch"], in: folder)
    defer { _ = process.end(by: SIGTERM) }
    try folder.write(Self.script("title"), to: "film.lua")
    while let line = process.line() { if line == "---@field title string" { return } }
    Issue.record("the annotations are missing")
  }

  static let failures: [([String], Int32, String)] = [
    (["app.lua", "--output", "app.lua"], 2, "the annotations would replace app.lua, a file of the application"),
    (["wrong.lua"], 2, "wrong.lua:1:11: error: unexpected symbol near '=' [lua.syntax]"),
    (["failing.lua"], 2, "failing.lua:1:1: error: no [lua.error]"),
    (["missing.lua"], 2, "no such file: missing.lua"),
    (["app.lua", "--format", "markdown"], 2, "a script has annotations only"),
    (["--output", "x"], 2, "--output and --watch are for the annotations of a script."),
    (["app.lua", "--watch"], 2, "--watch needs --output FILE."),
    (["app.lua", "--output", "missing/app.d.lua"], 1, "cannot write missing/app.d.lua: No such file or directory"),
  ]

  @Test(arguments: failures) func errors(_ run: (arguments: [String], status: Int32, message: String)) throws {
    let result = try CommandProcess.run(["api"] + run.arguments, in: folder)
    #expect(result.status == run.status)
    #expect(result.output == "")
    #expect(result.errors.contains(run.message), "\(result.errors)")
  }
}
