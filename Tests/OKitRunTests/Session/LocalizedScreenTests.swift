import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// Texts on screens in the language of the application.
@Suite struct LocalizedScreenTests {
  private static let script = """
    local okit = require "okit"
    local Book = okit.ModelEntity:extend("Book", { name = "" })
    local Shop = okit.Model:extend("Shop", { books = okit.types.list(Book) })
    local shop = okit.Model.register(Shop)
    for i = 1, tonumber(okit.arguments[1]) do shop.books:add { name = "Book " .. i } end
    okit.ModelListTableController:extend("books", {
      dataPath = "books", titlePath = "#Shop", titleCount = "books.@count", OBJECT,
      cell = okit.ModelTableCell { path = "name" },
    })
    """

  private static let texts = "\"Book\" = \"Buch\"; \"Books\" = \"Bücher\"; \"Comic\" = \"Comic\"; \"Wort\" = \"?\";\n"

  @Test(arguments: [
    ("%Book", "1", "1 Buch"), ("%Book", "3", "3 Bücher"), ("%Book", "0", "0 Bücher"),
    // Without a text for the plural, that of the key gets an s.
    ("%Comic", "2", "2 Comics"), ("#Film", "2", "2 Films"), ("#Book", "2", "2 Bücher"),
  ])
  func pluralsComeFromTheTexts(object: String, count: String, subtitle: String) throws {
    let folder = try TestFolder([
      "app.lua": Self.script.replacing("OBJECT", with: "subTitleObject = \"\(object)\""),
      "de.lproj/Localizable.strings": Self.texts,
    ])
    let result = try CommandProcess.run(
      ["app.lua", "--documents", "d", "--locale", "de_DE", "--", count], input: "screen\n", in: folder)
    #expect(result.output.contains(" \(subtitle) "), "\(result.output)\(result.errors)")
  }

  @Test func anOwnPluralComesFirst() throws {
    let folder = try TestFolder([
      "app.lua": Self.script.replacing("OBJECT", with: "subTitleObject = \"%Book\", subTitleObjectPlural = \"#Werke\""),
      "de.lproj/Localizable.strings": Self.texts,
    ])
    let result = try CommandProcess.run(["app.lua", "--documents", "d", "--locale", "de_DE", "--", "2"], in: folder)
    #expect(result.output.contains(" 2 Werke "), "\(result.output)\(result.errors)")
  }

  /// What okit itself writes on screens has a text in each language that it has texts for.
  @Test func allTextsOfTheEngineAreTranslated() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources").standardized
    var keys = Set(ScreenWords.Key.allCases.map(\.rawValue)).union(SystemItem.allCases.map(\.title))
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let engine = ["OKitValues/", "OKitStorage/", "OKitModel/", "OKitScreen/", "OKitEngine/"]
    for case let file as String in files where file.hasSuffix(".swift") && engine.contains(where: file.hasPrefix) {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: #/localized\(\s*(?:[^"()]*\? )?"([^"\\]+)"(?: : "([^"\\]+)")?/#) {
        keys.insert(String(match.1))
        if let other = match.2 { keys.insert(String(other)) }
      }
    }
    #expect(keys.count > 40)
    for (language, texts) in StandardTexts.tables {
      #expect(keys.filter { texts[$0] == nil }.sorted() == [], "\(language)")
    }
  }

  @Test func longListsCountTheirRowsInGerman() throws {
    let folder = try TestFolder(["app.lua": Self.script.replacing("OBJECT", with: "rowSort = \"name\"")])
    let result = try CommandProcess.run(["app.lua", "--documents", "d", "--locale", "de_DE", "--", "250"], in: folder)
    #expect(result.output.contains("Zeilen 1–100 von 250"), "\(result.output)")
  }
}
