import Foundation
import OKitCheck
import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

/// Applications as files: our own ones, texts in languages, modules, and hostile scripts.
@Suite struct ApplicationCheckTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized

  /// The applications of the repository that are meant to be right.
  static let applications: [String] = [
    "scripts/bookshop/app.lua", "scripts/orders/app.lua", "scripts/world/app.lua",
    "scripts/examples/category.lua", "scripts/examples/counter.lua", "scripts/examples/hello.lua",
    "scripts/examples/todo.lua", "scripts/world/places.lua", "scripts/world/report.lua",
    "scripts/7guis/cells.lua", "scripts/7guis/counter.lua", "scripts/7guis/temperature.lua",
    "scripts/7guis/flight.lua", "scripts/7guis/timer.lua", "scripts/7guis/crud.lua", "scripts/7guis/circles.lua",
    "scripts/todomvc/todomvc.lua",
  ]

  /// The applications of tests that are meant to have mistakes, or need arguments.
  private static let faulty: Set = [
    "containers_wrong_app.lua", "encrypted_app.lua", "evaluated_app.lua", "mistakes_app.lua", "places_app.lua",
    "stored_app.lua", "themes_app.lua", "timeout_mistakes_app.lua", "unregistered_app.lua",
    "unregistered_section_app.lua",
    "action_cells_app.lua", "endpoint_app.lua", "leaving_hooks_app.lua", "forms_both_app.lua", "forms_mistakes_app.lua",
    "formula_mistakes_app.lua", "requests_app.lua",
  ]

  @Test(arguments: [
    ("t.double { default = 1, didset = print }", "3:65-71 didset \"didSet\""),
    ("t.double {\n  defualt = 3 }", "4:3-10 defualt \"default\""),
    ("t.string {\n  default = '',\n  transent = true,\n}", "5:3-11 transent \"transient\""),
    ("t.ref('Ticket', {\n  onDelet = 'remove' })", "4:3-10 onDelet \"onDelete\""),
  ]) func misspeltOptionsOfTypesAreFoundInTheirLines(type: String, expected: String) throws {
    let text = """
      local okit = require "okit"
      local t = okit.types
      okit.ModelEntity:extend("Ticket", { x = \(type) })
      """
    let found = try ApplicationCheck.check(text: text, file: "app.lua", options: .withParts).findings.map { finding in
      let name = finding.message.split(separator: "\"").last ?? ""
      let hint = finding.hint?.firstRange(of: "\"").map { finding.hint?[$0.lowerBound...].dropLast() ?? "" } ?? ""
      return "\(finding.line):\(finding.column)-\(finding.endColumn) \(name) \(hint)"
    }
    #expect(found == [expected])
  }

  @Test func theApplicationsOfTestsHaveNoErrors() throws {
    let folder = Self.root.appendingPathComponent("Tests/Lua")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("_app.lua") }
    #expect(files.count > 40)
    for file in files.sorted() where !Self.faulty.contains(file) {
      let result = try ApplicationCheck.check(folder.appendingPathComponent(file).path, options: .withParts)
      let errors = result.findings.filter { $0.severity == .error }.map {
        "\(file):\($0.line): \($0.code): \($0.message)"
      }
      #expect(errors == [])
    }
  }

  @Test(arguments: applications) func ourApplicationsHaveNoFindings(_ file: String) throws {
    let path = Self.root.appendingPathComponent(file).path
    let result = try ApplicationCheck.check(path, options: .withParts)
    #expect(result.findings.filter { $0.severity != .note }.map { "\($0.line): \($0.code): \($0.message)" } == [])
    #expect(!result.isIncomplete)
  }

  private static let model = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { title = "", kind = okit.types.enum { "drama", "comedy" } })
    okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
    return { Film = Film }
    """

  private func check(_ files: [String: String], _ script: String = "app.lua") throws -> [String] {
    let folder = try TestFolder(files)
    let result = try ApplicationCheck.check("\(folder.path)/\(script)", options: .withParts)
    return result.findings.map { finding in
      let name = finding.file.split(separator: "/").suffix(finding.file.hasSuffix(".strings") ? 2 : 1).joined(
        separator: "/")
      return
        "\(name):\(finding.line):\(finding.column): \(finding.severity.rawValue) \(finding.code) \(finding.message)"
        + (finding.hint.map { " (\($0))" } ?? "")
    }
  }

  @Test func localizedTexts() throws {
    let found = try check([
      "app.lua": """
      require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", titlePath = "%Films,%Title",
        cell = okit.ModelTableCell { path = "%Name", detailPath = "title/mask(%minuts)", accyText = "%Add" },
        tap = function() okit.log.info(okit.localized("Played")) end })
      """,
      "model.lua": Self.model,
      "en.lproj/Localizable.strings": """
      "Films" = "Films"; "Name" = "Name";
      "minutes" = "minutes";
      "Played" = "Played"; "drama" = "Drama";
      // okit: ignore localization.unused
      "Later" = "Later";
      """,
      "de.lproj/Localizable.strings":
        "\"Films\" = \"Filme\"; \"Title\" = \"Titel\"; \"Name\" = \"Name\"; \"Alt\" = \"Alt\";\n",
    ])
    #expect(
      found == [
        "app.lua:3:89: warning localization.missing films: titlePath: \"Title\" has no text in \"en\"",
        """
        app.lua:4:73: warning localization.missing films: detailPath: "minuts" has no text in "de", "en" (did you \
        mean "minutes"?)
        """,
        "app.lua:5:50: warning localization.missing \"Played\" has no text in \"de\"",
        "de.lproj/Localizable.strings:1:56: warning localization.unused nothing uses the text \"Alt\"",
      ])
  }

  @Test(arguments: [
    (
      "kind/localized",
      [
        "app.lua:3:111: warning localization.missing films: path: \"comedy\" has no text in \"en\"",
        "en.lproj/Localizable.strings:1:20: warning localization.unused nothing uses the text \"Alt\"",
      ]
    ),
    // Only the data tell which titles are keys.
    ("title/localized", []),
  ])
  func localizedValues(_ path: String, expected: [String]) throws {
    let found = try check([
      "app.lua": """
      require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = \
      "\(path)" } })
      """,
      "model.lua": Self.model,
      "en.lproj/Localizable.strings": "\"drama\" = \"Drama\"; \"Alt\" = \"Alt\";\n",
    ])
    #expect(found == expected)
  }

  /// Choices show the values of an enum by their texts, unless they have titles of their own.
  @Test(arguments: [
    ("okit.ModelSegmentCell { selectIndexPath = \"kind\" }", true),
    ("okit.ModelPickerCell { path = \"%Kind\", selectionPath = \"kind\" }", true),
    ("okit.ModelTextPickerCell { path = \"%Kind\", textPath = \"kind\" }", true),
    ("okit.ModelSegmentCell { selectIndexPath = \"kind\", segmentsPath = \"#Sad,#Funny\" }", false),
    ("okit.ModelTextCell { path = \"%Kind\", textPath = \"kind\" }", false),
  ])
  func valuesOfEnumsNeedTexts(cell: String, isShown: Bool) throws {
    let found = try check([
      "app.lua": """
      require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film", cell = okit.ModelTableCell { \
      path = "title" } })
      okit.ModelDetailTableController:extend("film", { type = "Film", sections = { { cells = { \(cell) } } } })
      """,
      "model.lua": Self.model,
      "en.lproj/Localizable.strings": "\"drama\" = \"Drama\"; \"comedy\" = \"Comedy\"; \"Kind\" = \"Kind\";\n",
      "de.lproj/Localizable.strings": "\"Kind\" = \"Art\";\n",
    ])
    let missing = found.filter { $0.contains("localization.missing") }
    #expect(missing.count == (isShown ? 1 : 0), "\(found)")
    #expect(missing.allSatisfy { $0.contains("\"drama\", \"comedy\" have no text in \"de\"") }, "\(found)")
  }

  @Test(arguments: [
    ("okit.localized(\"Late\")", ["Late"]),
    ("okit.localized(self.title == \"\" and \"Late\" or \"Soon\")", ["Late", "Soon"]),
    ("L(\"Late\")", ["Late"]), ("okit.localized(KEY)", ["Later"]), ("okit.localized(\"Known\")", []),
    ("okit.localized(\"Delete\")", []), ("okit.localized(\"Late \" .. self.title)", []), ("string.upper(\"Late\")", []),
  ])
  func keysInScriptsNeedTexts(call: String, missing: [String]) throws {
    let found = try check([
      "app.lua": """
      local model = require "model"
      local okit = require "okit"
      local L, KEY = okit.localized, "Later"
      function model.Film:description() return \(call) end
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "title" \
      } })
      """,
      "model.lua": Self.model,
      "de.lproj/Localizable.strings": "\"Known\" = \"Bekannt\";\n",
    ])
    let keys = found.filter { $0.contains("localization.missing") }.compactMap {
      $0.split(separator: "\"").dropFirst().first
    }
    #expect(keys.map(String.init) == missing, "\(found)")
  }

  /// Words that okit looks up although they are not written as `%key`.
  @Test(arguments: [
    ("titleCount = \"films.@count\", subTitleObject = \"%Movie\"", ["\"Movie\", \"Movies\""]),
    ("titleCount = \"films.@count\", subTitleObject = \"%Movie\", subTitleObjectPlural = \"%All\"", ["\"Movie\""]),
    ("titleCount = \"films.@count\", subTitleObject = \"#Movie\"", []), ("subTitleObject = \"%Movie\"", ["\"Movie\""]),
    ("titlePath = \"films.@count/prefixLocalized(#No.)\"", ["\"No.\""]),
    ("titlePath = \"films.@count/suffixPlural(#piece)\"", ["\"piece\", \"pieces\""]),
    ("titlePath = \"= suffixPluralLocalized([films.@count], 'piece')\"", ["\"piece\", \"pieces\""]),
    ("titlePath = \"= prefixPlural(1, [#piece]) || localized('Open')\"", ["\"piece\", \"pieces\"", "\"Open\""]),
    ("titlePath = \"films.@count/suffix(#piece)\"", []),
    ("searchFilterPath = \"kind\", searchFilters = \"drama,comedy,#sad,films\"", ["\"drama\"", "\"comedy\""]),
    ("searchFilterPath = \"kind\", searchFilters = { \"drama\" }", ["\"drama\""]),
    ("addName = \"title\"", ["\"Film\", \"title\", \"Title\""]),
    ("addName = \"title\", typeName = \"Picture\"", ["\"title\", \"Title\"", "\"Picture\""]),
    ("addName = \"title\", add = \"#false\"", []),
  ])
  func wordsNeedTexts(properties: String, missing: [String]) throws {
    let found = try check([
      "app.lua": """
      local model = require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "title" \
      }, \(properties) })
      """,
      "model.lua": Self.model,
      "de.lproj/Localizable.strings": "\"All\" = \"Alle\";\n",
    ])
    let keys = found.filter { $0.contains("localization.missing") }.compactMap {
      $0.firstMatch(of: /("[^:]*") ha(?:s|ve) no text in "de"/).map { String($0.1) }
    }
    #expect(keys == missing, "\(found)")
  }

  /// Forms of a word without the one for all other numbers, with and without the word itself and its plural.
  @Test func formsWithoutTheOtherOneAreFound() throws {
    let files = [
      "app.lua": """
      local okit = require "okit"
      okit.Model.register(okit.Model:extend("Shop", { count = 1 }))
      okit.ModelDetailTableController:extend("home", { sections = { { cells = {
        okit.ModelTableCell { path = "count/suffixPlural(#Book)", detailPath = "%step.one" },
      } } } })
      """,
      "en.lproj/Localizable.strings":
        "\"Book\" = \"a\";\n\"Books\" = \"b\";\n\"Book.few\" = \"c\";\n\"step.one\" = \"d\";\n",
    ]
    let found = try check(files).filter { $0.contains("localization.") }
    #expect(found.count == 1, "\(found)")
    let place = "Localizable.strings:3:1: warning localization.missing "
    let message = "\"Book.few\" has no effect without \"Book.other\" in \"en\""
    #expect(found.first?.contains(place + message) == true, "\(found)")
  }

  /// The forms of a word for the categories of plurals stand in place of the word and the word with `s`, and are used.
  @Test(arguments: [
    ("titlePath = \"films.@count/suffixPlural(#piece)\"", "piece"),
    ("titleCount = \"films.@count\", subTitleObject = \"%Movie\"", "Movie"),
    ("titleCount = \"films.@count\", subTitleObject = \"#Movie\"", "Movie"),
  ])
  func formsOfPluralsAreTexts(properties: String, word: String) throws {
    let found = try check([
      "app.lua": """
      local model = require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "title" \
      }, \(properties) })
      """,
      "model.lua": Self.model,
      "pl.lproj/Localizable.strings": "\"\(word).few\" = \"a\";\n\"\(word).other\" = \"b\";\n",
    ])
    #expect(!found.contains { $0.contains("localization.") }, "\(found)")
  }

  /// A text that one of these words uses is not reported as unused.
  @Test(arguments: [
    ("titleCount = \"films.@count\", subTitleObject = \"#Movie\"", "Movies"),
    ("titlePath = \"films.@count/suffixPlural(#box)\"", "boxs"), ("addName = \"title\"", "Title"),
    ("titlePath = \"films.@count/suffixPlural(title)\"", "anything"),
  ])
  func wordsUseTexts(properties: String, key: String) throws {
    let found = try check([
      "app.lua": """
      require "model"
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "title" \
      }, \(properties) })
      """,
      "model.lua": Self.model,
      "en.lproj/Localizable.strings": "\"\(key)\" = \"x\";\n",
    ])
    #expect(!found.contains { $0.contains("localization.unused") }, "\(found)")
  }

  @Test func modulesAreChecked() throws {
    let found = try check([
      "app.lua": """
      local model = require "model"
      require "screens.films"
      function model.Film:description() return self.titel end
      """,
      "model.lua": Self.model,
      "screens/films.lua": """
      local okit = require "okit"
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "titel" \
      } })
      """,
    ])
    #expect(
      found == [
        "app.lua:3:47: error lua.field Film has no field \"titel\" (did you mean \"title\"?)",
        """
        films.lua:2:106: error binding.property films: path: Film has no property or function "titel" (did you mean \
        "title"?)
        """,
      ])
  }

  static let hostile: [(script: String, code: String)] = [
    ("while true do end", "lua.limit"), ("local function f() return f() + 1 end f()", "lua.depth"),
    ("local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end", "lua.limit"), ("error('no')", "lua.error"),
    ("x = = 1", "lua.syntax"), ("require 'missing'", "lua.module"),
    ("coroutine.wrap(function() while true do end end)()", "lua.limit"),
    ("setmetatable(_G, { __index = function(_, k) while true do end end }) print(nothing)", "lua.limit"),
  ]

  @Test(arguments: hostile) func hostileScriptsEndTheCheck(_ hostile: (script: String, code: String)) throws {
    var options = LuaApplication.Options()
    options.limits.time = hostile.script.contains("while true do end") ? .milliseconds(200) : .seconds(60)
    options.limits.memory = 64 << 20
    options.limits.depth = 10_000
    let result = try ApplicationCheck.check(text: hostile.script, file: "app.lua", options: options)
    #expect(result.isIncomplete)
    #expect(result.findings.contains { $0.code == hostile.code })
  }

  @Test func aScriptThatFailsIsComparedWithWhatItHasDefined() throws {
    let found = try check(
      [
        "app.lua": Self.model,
        "failing.lua": """
        local model = require "app"
        local okit = require "okit"
        okit.ModelListTableController:extend("films", {
          dataPath = "films", segue = "film", cell = okit.ModelTableCell { path = "label()" },
        })
        function model.Film:describe() return self:label() end
        okit.ModelDetailTableControler:extend("film", { titlePath = "title", sections = {} })
        function model.Film:label() return self.title end
        """,
      ], "failing.lua")
    #expect(
      found == [
        """
        failing.lua:7:6: error lua.field okit has no field "ModelDetailTableControler" (did you mean \
        "ModelDetailTableController"?)
        """
      ])
  }

  @Test func mistakesInStoryboards() throws {
    func attribute(_ name: String, _ value: String) -> String {
      "<userDefinedRuntimeAttribute type=\"string\" keyPath=\"\(name)\" value=\"\(value)\"/>"
    }
    let found = try check([
      "app.lua": """
      local okit = require "okit"
      local Film = okit.ModelEntity:extend("Film", { title = "", year = 1990 })
      okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
      local screens = okit.storyboard "Main.storyboard"
      function screens.films:onAddTap() self:addEntty() end
      """,
      "Main.storyboard": """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="films">
        <scenes><scene sceneID="scene"><objects>
          <tableViewController storyboardIdentifier="films" id="films" customClass="ModelListTableController" \
      sceneMemberID="viewController">
            <userDefinedRuntimeAttributes>
              \(attribute("dataPath", "films"))
              \(attribute("rowSort", "year,titel"))
              \(attribute("searchPath", "= title || '&amp;' || nam"))
            </userDefinedRuntimeAttributes>
            <tableView key="view" dataMode="prototypes" id="table"><prototypes>
              <tableViewCell reuseIdentifier="model" id="row" customClass="ModelTableCell">
                <userDefinedRuntimeAttributes>\(attribute("path", "title"))</userDefinedRuntimeAttributes>
              </tableViewCell>
            </prototypes></tableView>
          </tableViewController>
        </objects></scene></scenes>
      </document>
      """,
    ])
    #expect(
      found == [
        """
        Main.storyboard:6:82: error binding.property films: rowSort: Film has no property or function "titel" (did \
        you mean "title"?)
        """,
        "Main.storyboard:7:102: error binding.property films: searchPath: Film has no property or function \"nam\"",
        "app.lua:5:40: error lua.field \"films\" has no field \"addEntty\" (did you mean \"addEntity\"?)",
      ])
  }

  @Test func aMissingFileIsAFinding() throws {
    let result = try ApplicationCheck.check("/nowhere/app.lua", options: .withParts)
    #expect(result.isIncomplete)
    #expect(result.findings.map(\.code) == ["file.read"])
  }
}
