import Foundation
import OKitCheck
import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

/// Renaming, and what is refused.
@Suite struct SymbolRenameTests {
  /// A symbol and its new name.
  static let renames: [(symbol: Symbol, newName: String)] = [
    (Symbol(.property, owner: "Film", name: "title"), "caption"),
    (Symbol(.property, owner: "Film", name: "year"), "released_in"),
    (Symbol(.property, owner: "Film", name: "seen"), "watched"),
    (Symbol(.property, owner: "Film", name: "cast"), "actors"),
    (Symbol(.property, owner: "Film", name: "label"), "tag"),
    (Symbol(.property, owner: "Shop", name: "films"), "movies"),
    (Symbol(.property, owner: "Person", name: "name"), "fullName"),
    (Symbol(.function, owner: "Film", name: "rate"), "judge"),
    (Symbol(.function, owner: "Number", name: "vat"), "tax"),
    (Symbol(.controllerFunction, owner: "films", name: "openFirst"), "showFirst"),
    (Symbol(.controller, name: "film"), "movie"), (Symbol(.localizedText, name: "Films"), "Movies"),
  ]

  @Test(arguments: renames) func aRenamedApplicationIsRight(_ symbol: Symbol, _ newName: String) throws {
    let fixture = try SymbolFixture(SymbolIndexTests.files)
    let before = fixture.texts
    let count = fixture.index.references(to: symbol).count
    #expect(count > 1)
    try fixture.apply(fixture.index.rename(symbol, to: newName))
    let check = try ApplicationCheck.check("\(fixture.folder.path)/app.lua", options: .withParts)
    let errors = check.findings.filter { $0.severity == .error || $0.code.hasPrefix("localization") }
    #expect(errors.map { "\($0.code) \($0.message)" } == [])
    var renamed = symbol
    renamed.name = newName
    #expect(fixture.index.references(to: renamed).count == count)
    #expect(fixture.index.references(to: symbol).isEmpty)
    #expect(fixture.texts != before)
    try fixture.apply(fixture.index.rename(renamed, to: symbol.name))
    #expect(fixture.texts == before)
  }

  @Test func thePropertiesOfTheDataOfAServiceAreRenamed() throws {
    let fixture = try SymbolFixture([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Note = okit.ModelEntity:extend("Note", { title = "" })
      Note.from = { title = "name" }
      function Note:sent() return self:values("id", "title") end
      okit.Model.register(okit.Model:extend("Notes", { notes = t.list(Note) }))
      okit.ModelListTableController:extend("home", {
        dataPath = "notes", cell = okit.ModelTableCell { path = "title" },
      })
      """
    ])
    try fixture.apply(fixture.index.rename(Symbol(.property, owner: "Note", name: "title"), to: "heading"))
    let text = try fixture.folder.read("app.lua")
    #expect(text.contains("Note.from = { heading = \"name\" }"))
    #expect(text.contains("self:values(\"id\", \"heading\")"))
  }

  /// Lines that are added to the application, a symbol, its new name, and the error.
  static let refused: [(lines: String, symbol: Symbol, newName: String, error: String)] = [
    (
      "", Symbol(.property, owner: "Film", name: "title"), "the title",
      "rename.name: \"the title\" is not a name of Lua"
    ),
    ("", Symbol(.property, owner: "Film", name: "title"), "end", "rename.name: \"end\" is not a name of Lua"),
    ("", Symbol(.property, owner: "Film", name: "title"), "1st", "rename.name: \"1st\" is not a name of Lua"),
    ("", Symbol(.property, owner: "Film", name: "title"), "year", "rename.name: \"year\" is taken: Film"),
    ("", Symbol(.property, owner: "Film", name: "title"), "rate", "rename.name: \"rate\" is taken: Film"),
    ("", Symbol(.property, owner: "Film", name: "title"), "snapshot", "rename.name: \"snapshot\" is taken: Film"),
    ("", Symbol(.property, owner: "Film", name: "title"), "count", "rename.name: \"count\" is taken: Film"),
    ("", Symbol(.property, owner: "Film", name: "title"), "parent", "rename.name: \"parent\" is taken"),
    ("", Symbol(.property, owner: "Film", name: "title"), "CASE", "rename.name: formulas give \"CASE\""),
    ("", Symbol(.function, owner: "Film", name: "rate"), "round", "rename.name: formulas give \"round\""),
    ("", Symbol(.function, owner: "Number", name: "vat"), "abs", "rename.name: "),
    ("", Symbol(.controller, name: "film"), "films", "rename.name: \"films\" is taken"),
    ("", Symbol(.controller, name: "film"), "a\"b", "rename.name: \"a\"b\" is not a name of a controller"),
    ("", Symbol(.controllerFunction, owner: "films", name: "openFirst"), "toggle", "rename.name: \"toggle\" is taken"),
    ("", Symbol(.localizedText, name: "Films"), "Film", "rename.name: \"Film\" is taken"),
    ("", Symbol(.localizedText, name: "Films"), "A, B", "rename.name: \"A, B\" cannot be written as a key"),
    (
      "", Symbol(.localizedText, name: "Film"), "Movie",
      "rename.uncertain: \"Film\" cannot be renamed: it is the text of the class"
    ),
    (
      "function model.Film:value(name) return self[name] end", Symbol(.property, owner: "Film", name: "title"),
      "caption",
      "rename.uncertain: 1 place may name Film.title: app.lua:26: the script computes the name of this field"
    ),
    (
      "function model.Film:value(name) return self:get(\"best/\" .. name) end",
      Symbol(.property, owner: "Film", name: "title"), "caption",
      "rename.uncertain: 1 place may name Film.title: app.lua:26: the script computes this binding"
    ),
    (
      "function other(film) return film.title end", Symbol(.property, owner: "Film", name: "title"), "caption",
      "rename.uncertain: 1 place may name Film.title: app.lua:26: the class of the value before"
    ),
    (
      "rows = { { title = 'Up' } }", Symbol(.property, owner: "Film", name: "title"), "caption",
      "rename.uncertain: 1 place may name Film.title: app.lua:26: the use of this table is not known"
    ),
    (
      "okit.ModelTableCell { path = (okit.arguments[1] or 'x') .. 'title' }",
      Symbol(.property, owner: "Film", name: "title"), "caption",
      "rename.uncertain: 1 place may name Film.title: app.lua:26: the use of this text is not known"
    ),
    (
      "okit.navigate(okit.arguments[1] or 'films')", Symbol(.controller, name: "film"), "movie",
      "rename.uncertain: 1 place may name film: app.lua:26: the script computes which controller"
    ),
    (
      "okit.localized(okit.arguments[1] or 'x')", Symbol(.localizedText, name: "Films"), "All films",
      "rename.uncertain: 1 place may name Films: app.lua:26: the script computes which text"
    ),
    (
      "other = { '%Films' }", Symbol(.localizedText, name: "Films"), "All films",
      "rename.uncertain: 1 place may name Films: app.lua:26: the use of this text is not known"
    ),
    ("", Symbol(.model, name: "archive"), "attic", "rename.kind: "),
  ]

  @Test(arguments: refused)
  func isRefused(_ lines: String, _ symbol: Symbol, _ newName: String, _ error: String) throws {
    var files = SymbolIndexTests.files
    files["app.lua"] =
      (files["app.lua"] ?? "").replacing("require \"model\"\n", with: "local model = require \"model\"\n")
      + "\n\(lines)\n"
    let fixture = try SymbolFixture(files)
    let failure = #expect(throws: Diagnostic.self) { try fixture.index.rename(symbol, to: newName) }
    let message = (failure?.message ?? "").replacing("\(fixture.folder.path)/", with: "").replacing(
      /(app\.lua:\d+):\d+/, with: { "\($0.output.1)" })
    let text = "\(failure?.code.rawValue ?? ""): \(message)"
    #expect(text.hasPrefix(error) == true, "\(text)")
  }

  @Test func aCommentSaysThatAPlaceMeansSomethingElse() throws {
    var files = SymbolIndexTests.files
    files["app.lua"]? += "\nfunction other(film) return film.title end -- okit: ignore rename.uncertain\n"
    let fixture = try SymbolFixture(files)
    let rename = try fixture.index.rename(Symbol(.property, owner: "Film", name: "title"), to: "caption")
    #expect(rename.edits.count == 16)
  }

  /// A key without quotes gets them where its new name needs them.
  @Test func aKeyWithoutQuotes() throws {
    let fixture = try SymbolFixture(SymbolIndexTests.files)
    try fixture.apply(fixture.index.rename(Symbol(.localizedText, name: "Films"), to: "All films"))
    #expect(try fixture.folder.read("de.lproj/Localizable.strings").hasPrefix("\"All films\" = \"Filme\";"))
    let check = try ApplicationCheck.check("\(fixture.folder.path)/app.lua", options: .withParts)
    #expect(check.findings.filter { $0.code.hasPrefix("localization") }.map(\.message) == [])
  }

  @Test func aSharedNameIsNotRenamed() throws {
    let fixture = try SymbolFixture([
      "app.lua": """
      local okit = require "okit"
      local A = okit.ModelEntity:extend("A", { name = "" })
      local B = okit.ModelEntity:extend("B", { name = "" })
      okit.Model.register(okit.Model:extend("Shop", { as = okit.types.list(A), bs = okit.types.list(B) }))
      okit.ModelListTableController:extend("as", { dataPath = "as", segue = "one", cell = okit.ModelTableCell { path = \
      "name" } })
      okit.ModelListTableController:extend("bs", { dataPath = "bs", segue = "one", cell = okit.ModelTableCell { path = \
      "name" } })
      okit.TabBarController:extend("home", { tabs = { { title = "#A", root = "as" }, { title = "#B", root = "bs" } } })
      okit.ModelDetailTableController:extend("one", { titlePath = "name" })
      """
    ])
    let failure = #expect(throws: Diagnostic.self) {
      try fixture.index.rename(Symbol(.property, owner: "A", name: "name"), to: "label")
    }
    #expect(failure?.code == "rename.shared")
    #expect(failure?.message.hasSuffix(": the name stands for A.name and for B.name") == true)
    #expect(failure?.place?.line == 8)
  }

  @Test func storedDocumentsKeepTheOldName() throws {
    let fixture = try SymbolFixture(SymbolIndexTests.files)
    let stored = try fixture.index.rename(Symbol(.property, owner: "Film", name: "title"), to: "caption")
    #expect(stored.notes.count == 1)
    #expect(stored.notes.first?.contains("Stored documents keep the name \"title\"") == true)
    let computed = try fixture.index.rename(Symbol(.property, owner: "Film", name: "label"), to: "tag")
    #expect(computed.notes.isEmpty)
  }

  @Test func storyboards() throws {
    let fixture = try SymbolFixture([
      "app.lua": """
      local okit = require "okit"
      local Film = okit.ModelEntity:extend("Film", { title = "" })
      okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
      okit.storyboard("Main.storyboard")
      """,
      "Main.storyboard": """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="a">
        <scenes>
          <scene sceneID="s"><objects>
            <tableViewController storyboardIdentifier="films" id="a" customClass="ModelListTableController" \
      customModule="OKit" sceneMemberID="viewController">
              <userDefinedRuntimeAttributes>
                <userDefinedRuntimeAttribute type="string" keyPath="dataPath" value="films"/>
                <userDefinedRuntimeAttribute type="string" keyPath="titlePath" value="= films.@count &lt; 2 AND \
      [films[0]/title]"/>
                <userDefinedRuntimeAttribute type="string" keyPath="searchPath"><string \
      key="value">title</string></userDefinedRuntimeAttribute>
              </userDefinedRuntimeAttributes>
            </tableViewController>
          </objects></scene>
        </scenes>
      </document>
      """,
    ])
    let title = Symbol(.property, owner: "Film", name: "title")
    #expect(
      fixture.index.references(to: title).map(fixture.line) == ["Main.storyboard:8", "Main.storyboard:9", "app.lua:2"])
    #expect(fixture.index.references(to: title).allSatisfy { fixture.text($0) == "title" })
    let films = Symbol(.controller, name: "films")
    #expect(fixture.index.definitions(of: films).map(fixture.line) == ["Main.storyboard:5"])
    try fixture.apply(fixture.index.rename(title, to: "caption"))
    try fixture.apply(fixture.index.rename(films, to: "movies"))
    let check = try ApplicationCheck.check("\(fixture.folder.path)/app.lua", options: .withParts)
    #expect(check.findings.filter { $0.severity == .error }.map(\.message) == [])
    #expect(try fixture.folder.read("Main.storyboard").contains("[films[0]/caption]"))
  }
}
