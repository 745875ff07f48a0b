import OKitTestSupport
import Testing

@testable import OKitEngine

/// Sections, rows and what can be done to them.
@Suite struct DetailControllerTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  private func table(_ values: [String: PropertyReader.Input]) throws -> PropertyReader.Input {
    .component(try sample.services.component(.tableCell, values))
  }

  private func headers(_ controller: DetailController) -> [String?] { controller.screen().sections.map(\.header) }

  private func texts(_ controller: DetailController) -> [String?] {
    controller.screen().sections.flatMap { $0.rows.map(\.text) }
  }

  // MARK: Sections

  @Test func showsSectionsWithHeadersAndFooters() throws {
    let cells: PropertyReader.Input = [try table(["path": "name"])]
    let controller = try sample.detail([
      "sectionHeaders": "#One,,%Three", "sectionFooters": ",,name",
      "sections": [["cells": cells], ["header": "name", "footer": "%Foot", "cells": cells], ["cells": cells]],
    ])
    let screen = controller.screen()
    #expect(screen.kind == .detail)
    #expect(screen.sections.map(\.header) == ["One", "Dune", "Three"])
    #expect(screen.sections.map(\.footer) == [nil, "Foot", "Dune"])
    #expect(screen.sections.map(\.rows.count) == [1, 1, 1])
    #expect(screen.rowPaths.map { screen[$0]?.id } == [.cell(0), .cell(1), .cell(2)])
  }

  @Test func takesHeadersFromFunctionsAndAlsoAsLists() throws {
    let name = sample.services.host.function { _, arguments in .string("\(arguments.count) argument") }
    let controller = try sample.detail([
      "sectionHeaders": .list([.string("#A,#b"), .function(name)]),
      "sections": [["cells": [try table([:])]], ["cells": [try table([:])]]],
    ])
    #expect(headers(controller) == ["A b", "1 argument"])
  }

  @Test func hidesSectionsByTheFlagsOfTheMode() throws {
    let section: (String) throws -> PropertyReader.Input = { ["header": .string($0), "cells": [try table([:])]] }
    let controller = try sample.detail([
      "sectionsShowEdit": ",marked", "sectionsShowDisplay": "#true,!marked",
      "sections": [try section("#A"), try section("#B"), try section("#C")],
    ])
    #expect(headers(controller) == ["A", "B", "C"])
    controller.setEditing(true)
    #expect(headers(controller) == ["A", "C"])
    try sample.set("marked", .bool(true))
    #expect(headers(controller) == ["A", "B", "C"])
    controller.setEditing(false)
    #expect(headers(controller) == ["A", "C"])
  }

  @Test func keepsOnlyTheHeaderOfASectionWithoutRows() throws {
    let hidden = try table(["showDisplay": "marked"])
    let controller = try sample.detail([
      "sections": [
        ["header": "#A", "cells": [hidden]], ["cells": [hidden]],
        ["header": "#C", "showDisplay": "marked", "cells": []],
      ]
    ])
    #expect(headers(controller) == ["A"])
    try sample.set("marked", .bool(true))
    #expect(headers(controller) == ["A", nil, "C"])
  }

  @Test func makesItsCellsAnewOnlyForAnotherContext() throws {
    let controller = try sample.detail([
      "contextPath": "genre/ref", "sections": [["cells": [try table(["path": "name"])]]],
    ])
    #expect(texts(controller) == ["Science Fiction"])
    let first = controller.sections[0].cells[0]
    #expect(controller.sections[0].cells[0] === first)
    try sample.set("genre", .string("FANTASY"))
    #expect(texts(controller) == ["Fantasy"])
    #expect(controller.sections[0].cells[0] !== first)
  }

  // MARK: Taps

  private func perform(_ controller: DetailController, _ action: (ScreenAction.RowTarget) -> ScreenAction, _ row: Int)
    throws
  {
    let screen = controller.screen()
    try controller.perform(action(.path(screen.rowPaths[row])), on: screen)
  }

  @Test(arguments: [false, true])
  func followsTheSegueOfACellInBothModes(editing: Bool) throws {
    let controller = try sample.detail([
      "sections": [
        [
          "cells": [
            try table(["segue": "next"]),
            try table(["contextPath": "genre/ref", "segue": ["to": "genre", "kind": "present"]]),
          ]
        ]
      ]
    ])
    controller.setEditing(editing)
    try perform(controller, ScreenAction.tapRow, 0)
    try perform(controller, ScreenAction.tapRow, 1)
    #expect(
      sample.services.takeCalls() == [
        .go(to: "next", kind: .push, context: sample.book, editing: false),
        .go(to: "genre", kind: .present, context: sample.store.find("SCIENCE"), editing: false),
      ])
    try sample.set("genre", .null)
    #expect(
      Diagnostic.message { try perform(controller, ScreenAction.tapRow, 1) }
        == "\"ModelTableCell\" has no target: its contextPath gives no entity")
    #expect(sample.services.takeCalls().isEmpty)
  }

  @Test func runsTheTapOfTheCellElseOfTheController() throws {
    var log: [String] = []
    func record(_ name: String) -> PropertyReader.Input {
      .function(
        sample.services.host.function { receiver, arguments in
          log.append("\(name) \(receiver.typeName) \(arguments.count)")
          return .null
        })
    }
    let controller = try sample.detail([
      "tap": record("all"), "tapEdit": record("allEdit"), "accyTap": record("accessory"),
      "sections": [
        [
          "cells": [
            try table(["tap": record("own"), "accyPath": "#2", "accyTap": record("ownAccessory")]),
            try table(["accyPath": "#2"]),
          ]
        ]
      ],
    ])
    for editing in [false, true] {
      controller.setEditing(editing)
      for row in [0, 1] {
        try perform(controller, ScreenAction.tapRow, row)
        try perform(controller, ScreenAction.tapAccessory, row)
      }
    }
    #expect(
      log == [
        "own Entity 1", "ownAccessory Entity 1", "all Entity 1", "accessory Entity 1", "allEdit Entity 1",
        "ownAccessory Entity 1", "allEdit Entity 1", "accessory Entity 1",
      ])
  }

  @Test(
    arguments: [
      (ScreenAction.delete, "\"Dune\" cannot be deleted: rows of a detail have no swipe actions"),
      (ScreenAction.more, "\"Dune\" has no More...: rows of a detail have no swipe actions"),
      (ScreenAction.quick, "\"Dune\" has no quick action: rows of a detail have no swipe actions"),
      ({ .swipe($0, .leading) }, "\"Dune\" cannot be swiped: rows of a detail have no swipe actions"),
      ({ .move($0, to: 0) }, "\"Dune\" cannot be moved: rows of a detail have a fixed order"),
      ({ .select($0, true) }, "\"Dune\" cannot be selected: only rows of a list can be selected"),
      (ScreenAction.tapAccessory, "\"Dune\" has no accessory"),
      ({ .edit($0, .text("x")) }, "\"Dune\" has no control"),
      ({ _ in .tapRow(.path(RowPath(section: 0, row: 1))) }, "book does not show that row"),
      ({ _ in .tapRow(.id(.cell(7))) }, "book does not show that row"),
      ({ _ in .refresh }, "\"book\" cannot be refreshed; only lists, selections and menus can"),
      ({ _ in .search("x") }, "\"book\" cannot be searched; only lists, selections and menus can"),
      ({ _ in .tapIndex("A") }, "\"book\" has no index; only a grouped list can have one"),
      ({ _ in .tapView(0) }, "\"book\" has rows, and no views of its own"),
    ] as [(@Sendable (ScreenAction.RowTarget) -> ScreenAction, String)])
  func refusesWhatItDoesNotOffer(action: @Sendable (ScreenAction.RowTarget) -> ScreenAction, message: String) throws {
    let controller = try sample.detail(["sections": [["cells": [try table(["path": "name"])]]]])
    #expect(Diagnostic.message { try perform(controller, action, 0) } == message)
  }

  @Test func letsAScriptOverrideTheTap() throws {
    let controller = try sample.detail(["sections": [["cells": [try table([:]), try table(["segue": "next"])]]]])
    var taps: [[Value]] = []
    controller.definition.define(
      function: "onRowTap",
      sample.services.host.function { _, arguments in
        taps.append(arguments)
        return try controller.inherited(.onRowTap, arguments)
      })
    try perform(controller, ScreenAction.tapRow, 1)
    #expect(taps == [[.entity(sample.book), .int(2)]])
    #expect(sample.services.takeCalls() == [.go(to: "next", kind: .push, context: sample.book, editing: false)])
    #expect(
      Diagnostic.message { _ = try controller.inherited(.onRowTap, [.null, .int(3)]) }
        == "onRowTap of book needs a context and the number of a cell")
  }

  // MARK: Selection

  /// A row whose tap selects the hidden date below it, and two more.
  private func withDate(_ values: [String: PropertyReader.Input] = [:]) throws -> DetailController {
    var values = values
    values["sections"] = [
      [
        "cells": [
          try table(["path": "%Date", "selectNextRow": "#1"]),
          .component(
            try sample.services.component(
              .dateCell, ["datePath": "date", "heightDisplay": "#0", "heightEdit": "#0"])),
          try table(["path": "%Other"]),
          try table(["path": "%Back", "selectNextRow": "#-2"]),
        ]
      ]
    ]
    return try sample.detail(values)
  }

  private func open(_ controller: DetailController) -> [String] {
    controller.screen().sections.flatMap(\.rows).filter(\.isSelected).map { $0.path ?? "" }
  }

  @Test func opensTheDateBelowARowAndClosesItAgain() throws {
    let controller = try withDate()
    try perform(controller, ScreenAction.tapRow, 0)
    #expect(open(controller).isEmpty)
    controller.setEditing(true)
    #expect(texts(controller) == ["Date", "Other", "Back"])
    try perform(controller, ScreenAction.tapRow, 0)
    #expect(texts(controller) == ["Date", nil, "Other", "Back"])
    #expect(controller.screen()[RowPath(section: 0, row: 1)]?.height == 216)
    #expect(open(controller) == ["date"])
    try controller.perform(
      .edit(.id(.cell(1)), .value(.moment("2019-03-03T00:00:00Z"))), on: controller.screen())
    #expect(sample.value("date") == .moment("2019-03-03T00:00:00Z"))
    #expect(open(controller) == ["date"])
    try perform(controller, ScreenAction.tapRow, 0)
    #expect(open(controller).isEmpty)
  }

  @Test func closesADateByItselfByOtherRowsAndAtTheEndOfEditing() throws {
    let controller = try withDate()
    controller.setEditing(true)
    for close in [
      { try self.perform(controller, ScreenAction.tapRow, 1) },
      { try self.perform(controller, ScreenAction.tapRow, 2) },
      { try self.perform(controller, ScreenAction.tapRow, 3) },
      {
        controller.setEditing(false)
        controller.setEditing(true)
      },
    ] {
      try perform(controller, ScreenAction.tapRow, 0)
      #expect(open(controller) == ["date"])
      try close()
      #expect(open(controller).isEmpty)
    }
    try perform(controller, ScreenAction.tapRow, 2)
    #expect(open(controller) == ["date"])
  }

  @Test func keepsARowSelectedWithoutAutoDeselect() throws {
    let controller = try withDate(["autoDeselect": "#false"])
    try perform(controller, ScreenAction.tapRow, 1)
    #expect(open(controller) == ["%Other"])
  }

  @Test func reportsSelectNextRowWithoutACell() throws {
    let controller = try sample.detail([
      "sections": [["cells": [try table(["path": "name", "selectNextRow": "#1"])]]]
    ])
    controller.setEditing(true)
    try perform(controller, ScreenAction.tapRow, 0)
    #expect(
      sample.services.takeMessages() == ["book: \"name\": selectNextRow: 1 leads to no cell of the section"])
  }

  // MARK: Edit mode

  @Test func editsOnlyInEditModeAndWhereEditEnabledAllows() throws {
    let cell = try sample.services.component(.textCell, ["textPath": "name"])
    let controller = try sample.detail([
      "editEnabled": "!marked", "sections": [["cells": [.component(cell)]]],
    ])
    #expect(
      Diagnostic.message { try perform(controller, { .edit($0, .text("Emma")) }, 0) }
        == "\"name\" can only be changed in edit mode")
    controller.setEditing(true)
    try perform(controller, { .edit($0, .text("Emma")) }, 0)
    #expect(sample.value("name") == .string("Emma"))
    try sample.set("marked", .bool(true))
    #expect(controller.screen()[RowPath(section: 0, row: 0)]?.control?.isEnabled == false)
    #expect(controller.screen().isEditing)
  }

  @Test func isAlwaysEditingWithEditAlways() throws {
    let cell = try sample.services.component(.switchCell, ["onPath": "marked"])
    let controller = try sample.detail([
      "editAlways": "#true", "sections": [["cells": [.component(cell)]]],
    ])
    #expect(controller.screen().right.isEmpty)
    try perform(controller, { .edit($0, .value(.bool(true))) }, 0)
    #expect(sample.value("marked") == .bool(true))
  }
}
