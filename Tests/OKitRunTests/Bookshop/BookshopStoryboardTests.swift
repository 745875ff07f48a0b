import Foundation
import Testing

/// The bookshop of `scripts/bookshop` has everything that the storyboard of OKit's example application has.
@Suite(.enabled(if: BookshopFiles.storyboard != nil, BookshopFiles.missing))
struct BookshopStoryboardTests {
  private let storyboard: Storyboard
  private let script: BookshopScript
  /// The names of the controllers, by scenes.
  private let names: [String: String]

  init() throws {
    storyboard = try Storyboard(try #require(BookshopFiles.storyboard))
    script = try BookshopScript(BookshopFiles.script)
    let named = script.scenes.filter { !$0.cells[2].hasPrefix("the stack of") }
    names = Dictionary(named.map { ($0.code(0), $0.code(2)) }) { first, _ in first }
  }

  private func destination(_ segue: Storyboard.Segue) -> String? {
    storyboard.destination(segue) { names[$0.id] != nil }.flatMap { names[$0.id] }
  }

  @Test func `every scene is in the table, and has its controller`() throws {
    #expect(storyboard.scenes.count == 30)
    #expect(script.scenes.map { $0.code(0) } == storyboard.scenes.map(\.id))
    for (row, scene) in zip(script.scenes, storyboard.scenes) {
      guard let name = names[scene.id] else {
        let root = try #require(scene.segues.first.flatMap(destination))
        #expect(scene.kind == "navigationController" && row.code(2) == root, "\(row.cells)")
        continue
      }
      let definition = try #require(script.definition(of: name), "\(name)")
      for className in scene.classes {
        let known = className.replacingOccurrences(of: "Contoller", with: "Controller")
        check("okit.\(known)", in: definition, of: name)
      }
    }
  }

  @Test func `every binding is in the script, or among the differences`() throws {
    var unused = script.differences
    var rows = script.attributes
    var count = 0
    for scene in storyboard.scenes where !scene.elements.isEmpty {
      let name = try #require(names[scene.id], "\(scene.id)")
      let definition = try #require(script.definition(of: name))
      for element in scene.elements {
        let row = rows.firstIndex {
          $0.code(0) == name && $0.code(1) == element.className && $0.codes[2] == element.attributes.map(\.name)
        }
        #expect(row != nil, "no row for \(element.className) of \(name): \(element.attributes.map(\.name))")
        if let row { rows.remove(at: row) }
        for attribute in element.attributes {
          count += 1
          let listed = script.differences.first {
            $0.code(0) == name && $0.code(1) == attribute.name && $0.code(2) == attribute.value
          }
          guard let listed else {
            check("\(attribute.name) = \"\(attribute.value)\"", in: definition, of: name)
            continue
          }
          unused.removeAll { $0.cells == listed.cells }
          let other = listed.code(3)
          if !other.isEmpty { check("\(attribute.name) = \"\(other)\"", in: definition, of: name) }
          #expect(!listed.cells[4].isEmpty, "\(listed.cells) has no reason")
        }
      }
    }
    #expect(count > 200)
    #expect(rows.isEmpty, "rows without an element: \(rows.map(\.cells))")
    #expect(unused.isEmpty, "differences that the storyboard does not have: \(unused.map(\.cells))")
  }

  @Test func `every segue leads to its controller`() throws {
    var rows = script.segues
    for scene in storyboard.scenes {
      guard let name = names[scene.id] else { continue }
      let definition = try #require(script.definition(of: name))
      for segue in scene.segues {
        let target = try #require(destination(segue), "\(name): \(segue)")
        let row = rows.firstIndex {
          $0.code(0) == name && $0.code(1) == segue.element && $0.cells[2] == segue.kind && $0.code(3) == target
        }
        #expect(row != nil, "no row for \(segue.kind) from \(segue.element) of \(name) to \(target)")
        if let row { rows.remove(at: row) }
        switch segue.kind {
        case "relationship": check("root = \"\(target)\"", in: definition, of: name)
        case "presentation": check("segue = { to = \"\(target)\", kind = \"present\" }", in: definition, of: name)
        default: check("segue = \"\(target)\"", in: definition, of: name)
        }
      }
    }
    #expect(rows.isEmpty, "rows without a segue: \(rows.map(\.cells))")
  }

  @Test func `every outlet, bar button, header and tab is in the script`() throws {
    for scene in storyboard.scenes {
      if let title = scene.tabTitle, let root = scene.segues.first.flatMap(destination), root != "backups" {
        let bars = storyboard.scenes.filter { bar in
          bar.kind == "tabBarController" && bar.segues.contains { $0.destination == scene.controller }
        }
        let bar = try #require(bars.first.flatMap { names[$0.id] }.flatMap(script.definition))
        check("{ title = \"%\(title)\", image = \"book\", root = \"\(root)\" }", in: bar, of: "the tab bar")
      }
      guard let name = names[scene.id], let definition = script.definition(of: name) else { continue }
      let texts =
        scene.outlets.map { "\($0) = " } + scene.systemItems.map { "systemItem = \"\($0)\"" }
        + scene.buttonTitles.map { "title = \"%\($0)\"" } + scene.headers.map { "header = \"%\($0)\"" }
      for text in texts { check(text, in: definition, of: name) }
    }
  }

  private func check(_ text: String, in definition: String, of name: String) {
    if !definition.contains(text) { Issue.record("\(name) has no \(text)") }
  }
}
