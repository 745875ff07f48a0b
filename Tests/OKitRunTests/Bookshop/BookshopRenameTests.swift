import Foundation
import OKitCheck
import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

/// Renaming in a copy of the bookshop: its checks and its flow tests stay right.
@Suite struct BookshopRenameTests {
  private let folder: TestFolder

  /// The second application of the folder, whose storyboard is not a part of this project, is left out.
  init() throws {
    folder = try TestFolder(isInMemory: true)
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: BookshopFiles.script.path)
    where (name.hasSuffix(".lua") || name.hasSuffix(".strings"))
      && !["storyboard.lua", "screens/additions.lua"].contains(name)
    {
      try folder.write(Data(contentsOf: BookshopFiles.script.appendingPathComponent(name)), to: name)
    }
  }

  private static let renames: [(symbol: Symbol, newName: String)] = [
    (Symbol(.property, owner: "Book", name: "price"), "cost"),
    (Symbol(.property, owner: "Book", name: "copies"), "pieces_in_stock"),
    (Symbol(.property, owner: "Book", name: "comment"), "remark"),
    (Symbol(.property, owner: "Book", name: "genre"), "category"),
    (Symbol(.property, owner: "Book", name: "dates"), "events"),
    (Symbol(.property, owner: "Shop", name: "genres"), "categories"),
    (Symbol(.property, owner: "GroupDefer", name: "color"), "tint"),
    (Symbol(.function, owner: "Book", name: "setAsMarked"), "mark"),
    (Symbol(.function, owner: "Book", name: "formatMarked"), "markText"),
    (Symbol(.function, owner: "Shop", name: "openDirectory"), "showDirectory"),
    (Symbol(.controller, name: "book"), "bookDetail"), (Symbol(.controller, name: "groups"), "groupList"),
    (Symbol(.localizedText, name: "Mark"), "Mark it"), (Symbol(.localizedText, name: "Price:"), "Price is"),
  ]

  private func index() throws -> SymbolIndex {
    var options = LuaApplication.Options()
    options.parts = .everything
    let analysis = try ApplicationCheck.analyze("\(folder.path)/app.lua", options: options)
    defer { analysis.close() }
    return try #require(analysis.symbols)
  }

  private func apply(_ symbol: Symbol, _ newName: String) throws {
    let index = try index()
    let rename = try index.rename(symbol, to: newName)
    for (file, edits) in Dictionary(grouping: rename.edits, by: \.file) {
      var bytes = try #require(index.text(of: file))
      for edit in edits.sorted(by: { $0.range.lower > $1.range.lower }) {
        bytes.replaceSubrange(edit.range.lower..<edit.range.upper, with: edit.text.utf8)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
  }

  private func texts() throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
    return try Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasSuffix(".lproj") }.map { ($0, try folder.read($0)) })
  }

  @Test func `it passes its checks and flow tests with other names`() throws {
    let before = try texts()
    for (symbol, newName) in Self.renames { try apply(symbol, newName) }
    #expect(try texts() != before)
    let check = try CommandProcess.run(["check", "--strict", "app.lua"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    // Without those of databases and servers, whose documents have the old names in the tests.
    let tests = ["book_test.lua", "groups_test.lua"]
    let result = try CommandProcess.run(["test", "--quiet", "--filter", "^[^(]*$"] + tests, in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    for (symbol, newName) in Self.renames.reversed() {
      var renamed = symbol
      renamed.name = newName
      try apply(renamed, symbol.name)
    }
    #expect(try texts() == before)
  }
}
