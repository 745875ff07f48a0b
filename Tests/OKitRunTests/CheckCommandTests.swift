import Foundation
import OKitTestSupport
import Testing

/// `okit-run check`: exit statuses, options, several files.
@Suite struct CheckCommandTests {
  private static let start = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { title = "" })
    okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))

    """
  private static func list(_ path: String, _ more: String = "") -> String {
    start + """
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = \
      "\(path)" } })

      """ + more
  }

  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "right.lua": Self.list("title"), "wrong.lua": Self.list("titel"),
      "warned.lua": Self.list("title", "function Film:age() return 1 end\n"), "endless.lua": "while true do end\n",
    ])
  }

  private func check(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["check"] + arguments, in: folder)
  }

  static let statuses: [([String], Int32)] = [
    (["right.lua"], 0), (["wrong.lua"], 1), (["warned.lua"], 0), (["--strict", "warned.lua"], 1),
    (["--strict", "right.lua"], 0), (["missing.lua"], 2), (["endless.lua", "--limit-time", "0.1s"], 2),
    (["right.lua", "wrong.lua"], 1), (["wrong.lua", "missing.lua"], 2), ([], 2), (["--format", "xml", "right.lua"], 2),
  ]

  @Test(arguments: statuses) func exitStatus(_ run: (arguments: [String], status: Int32)) throws {
    #expect(try CommandProcess.run(["check"] + run.arguments, in: folder).status == run.status)
  }

  @Test func printsFindings() throws {
    let result = try check("wrong.lua")
    #expect(
      result.output == """
        wrong.lua:4:106: error: films: path: Film has no property or function "titel" [binding.property]
            okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = \
        "titel" } })
                                                                                                                     \
        ^~~~~
            did you mean "title"?

        """)
    #expect(result.errors == "1 error\n")
  }

  /// Findings in one long line print a part of it each.
  @Test func cutsLongLines() throws {
    let wrong = (1...60).map { "okit.ModelDetailTableController:extend('c\($0)', { titlePath = 'nmae' })" }
    let text = "local okit = require 'okit' okit.Model.register(okit.Model:extend('R', { name = '' })) "
    try folder.write(text + wrong.joined(separator: " ") + "\n", to: "minified.lua")
    for format in ["text", "json", "github"] {
      let result = try check("minified.lua", "--format", format)
      #expect(result.status == 1 && result.output.utf8.count < 60 * 800, "\(format): \(result.output.utf8.count)")
    }
    let lines = try check("minified.lua").lines
    let (marks, source) = (lines[2], lines[1])
    let column = marks.prefix { $0 != "^" }.count
    #expect(source.dropFirst(column).hasPrefix("nmae'") && marks.dropFirst(column) == "^~~~", "\(lines.prefix(4))")
  }

  /// A mistake that Lua itself reports has the column of the symbol, as in the excerpt of `run`.
  @Test func namesTheColumnOfSyntaxErrors() throws {
    try folder.write("local okit = require \"okit\"\nlocal x = = 3\n", to: "syntax.lua")
    #expect(try check("syntax.lua").lines.first == "syntax.lua:2:11: error: unexpected symbol near '=' [lua.syntax]")
    let annotation = try check("syntax.lua", "--format", "github").output
    #expect(annotation.hasPrefix("::error file=syntax.lua,line=2,col=11,endColumn="), "\(annotation)")
  }

  /// The names of languages are the same in any case.
  @Test func writesTextsOfALanguageThatIsThere() throws {
    try folder.write(Self.list("%Title"), to: "app.lua")
    try folder.write("", to: "de.lproj/Localizable.strings")
    let result = try check("app.lua", "--write-texts", "DE")
    #expect(result.errors.hasPrefix("1 text added to de.lproj/Localizable.strings\n"), "\(result)")
    #expect(!folder.exists("DE.lproj"))
    #expect(try check("app.lua", "--write-texts", "PT-br").errors.hasPrefix("1 text added to pt-BR.lproj/"))
  }

  @Test func keepsTheByteOrderMarkOfTexts() throws {
    try folder.write(Self.list("%Title"), to: "app.lua")
    try folder.write("\u{FEFF}\"Other\" = \"Anderes\";\r\n", to: "de.lproj/Localizable.strings")
    #expect(try check("app.lua", "--write-texts", "de").errors.hasPrefix("1 text added to "))
    let content = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/de.lproj/Localizable.strings"))
    #expect(
      String(decoding: content, as: UTF8.self)
        == "\u{FEFF}\"Other\" = \"Anderes\";\r\n\r\n/* To be translated. */\r\n\"Title\" = \"Title\";\r\n")
  }

  @Test func printsNothingWithoutFindings() throws {
    let result = try check("right.lua")
    #expect(result.output == "" && result.errors == "")
  }

  @Test(arguments: [
    ("\"Alt\" = \"Alt\";\n", "en.lproj/Localizable.strings:1:1: warning: nothing uses the text \"Alt\""),
    ("\"Alt\" = \"Alt\"\n\"B\" = \"B\";\n", "en.lproj/Localizable.strings:1:14: error: expected \";\" after the text"),
  ])
  func namesTextsLikeScripts(_ texts: String, expected: String) throws {
    let folder = try TestFolder(["app.lua": Self.list("title"), "en.lproj/Localizable.strings": texts])
    #expect(try CommandProcess.run(["check", "app.lua"], in: folder).output.hasPrefix(expected))
  }

  @Test func colorsTheSeverity() throws {
    #expect(try check("--color", "always", "wrong.lua").output.contains(": \u{1B}[31merror:\u{1B}[0m films"))
  }

  @Test(arguments: ["json", "sarif", "github"]) func formats(_ format: String) throws {
    let result = try check("--format", format, "wrong.lua")
    #expect(result.status == 1)
    #expect(result.output.contains("binding.property"))
    #expect(result.errors == "")
  }

  @Test func watchChecksAgainOnEachSave() throws {
    let process = try CommandProcess(["check", "--watch", "wrong.lua"], in: folder)
    defer { _ = process.end(by: SIGTERM) }
    func finding() -> String? {
      while let line = process.line() { if line.hasPrefix("wrong.lua:") { return line } }
      return nil
    }
    #expect(finding()?.contains("\"titel\"") == true)
    try folder.write(Self.list("naem"), to: "wrong.lua")
    #expect(finding()?.contains("\"naem\"") == true)
  }
}
