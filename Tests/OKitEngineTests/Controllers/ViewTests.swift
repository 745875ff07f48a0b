import OKitTestSupport
import Testing

@testable import OKitEngine

/// Labels and buttons in cells, sections and bars.
@Suite struct ViewTests {
  private let sample: BookSample
  init() throws { sample = try BookSample() }

  private func button(_ values: [String: PropertyReader.Input]) throws -> PropertyReader.Input {
    .component(try sample.services.component(.button, values))
  }

  @Test func aButtonHasItsOwnContextAndSegue() throws {
    try sample.set("author", .string("herbert"))
    let cell = try sample.cell(
      .tableCell,
      [
        "path": "name",
        "accessoryView": button([
          "contextPath": "author/ref", "titlePath": "name", "iconPath": "#person", "segue": "author",
        ]),
      ])
    let row = try #require(cell.row())
    #expect(row.button?.title == "Frank Herbert")
    #expect(row.button?.image == "person")
    try cell.controller.perform(.tapAccessory(.id(row.id)), on: cell.controller.screen())
    #expect(sample.services.takeCalls() == [.go(to: "author", kind: .push, context: sample.author, editing: false)])
    // The cached row follows the context of the button.
    try sample.store.set(sample.author, "name", .string("Frank"))
    #expect(cell.row()?.button?.title == "Frank")
    try sample.set("author", .string(""))
    #expect(cell.row()?.button == nil)
  }

  @Test func editModeHasAViewOfItsOwn() throws {
    let cell = try sample.cell(
      .tableCell,
      [
        "path": "name", "accessoryView": button(["titlePath": "#Show"]),
        "editingAccessoryView": .component(try sample.services.component(.label, ["textPath": "#locked"])),
      ])
    #expect(cell.row()?.button?.title == "Show")
    #expect(cell.row(editing: true)?.button == nil)
    #expect(cell.row(editing: true)?.view?.text == "locked")
    #expect(Diagnostic.message { _ = try cell.cell.tapAccessory(editing: true) } == "\"Dune\" has no accessory")
  }

  @Test func aSectionHasRowsOfViews() throws {
    let cells = [
      try sample.services.component(.label, ["textPath": "name", "showPath": "!marked"]),
      try sample.services.component(
        .button, ["titlePath": "#Mark", "tapPath": .function(mark), "enabledPath": "!marked"]),
    ]
    let detail = try sample.detail(cells)
    #expect(detail.screen().sections[0].rows.map(\.text) == ["Dune", nil])
    try detail.perform(.tapRow(.path(RowPath(section: 0, row: 1))), on: detail.screen())
    let rows = detail.screen().sections[0].rows
    #expect(rows.map(\.button?.isEnabled) == [false])
    #expect(rows.map(\.element.label) == ["Mark"])
    #expect(
      Diagnostic.message { try detail.perform(.tapRow(.path(RowPath(section: 0, row: 0))), on: detail.screen()) }
        == "the button \"Mark\" is disabled")
  }

  private var mark: FunctionRef {
    let store = sample.store
    return sample.services.host.function { receiver, _ in
      if case .entity(let book) = receiver { try store.set(book, "marked", .bool(true)) }
      return .null
    }
  }

  @Test func viewsStandInBars() throws {
    let detail = try sample.detail([
      "right": [button(["titlePath": "name", "tapPath": .function(mark)])],
      "left": [
        .component(try sample.services.component(.label, ["textPath": "copies", "showPath": "!marked"])),
        .component(try sample.services.component(.menuBarButtonItem, [:])),
      ],
    ])
    #expect(detail.screen().left.map(\.title) == ["3", "Menu"])
    let label = try #require(detail.barItem(BarButtonID(.left, .own(0))))
    #expect(
      Diagnostic.message { try detail.tap(label, BarButtonID(.left, .own(0))) }
        == "\"3\" is a label, and has nothing to tap")
    try detail.tap(try #require(detail.barItem(BarButtonID(.left, .own(1)))), BarButtonID(.left, .own(1)))
    #expect(sample.services.takeCalls() == [.menu])
    try detail.tap(try #require(detail.barItem(BarButtonID(.right, .own(0)))), BarButtonID(.right, .own(0)))
    #expect(detail.screen().left.map(\.title) == ["Menu"])
  }

  @Test(
    arguments: [
      ("systemItem", "trsah", "ModelBarButtonItem.systemItem is one of \"add\", \"done\",", "trash"),
      ("style", "plan", "ModelBarButtonItem.style is one of \"plain\", \"done\", not \"plan\"", "plain"),
    ])
  func barButtonsAreStrict(property: String, value: String, message: String, nearest: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try sample.services.component(.barButtonItem, [property: .string(value)])
    }
    #expect(error.message.hasPrefix(message))
    #expect(error.hint == "did you mean \"\(nearest)\"?")
  }

  @Test func aWrongTintColorIsReported() throws {
    let item = try sample.services.component(.barButtonItem, ["title": "#Sort", "tintColor": "name"])
    let detail = try sample.detail(["left": [.component(item)]])
    #expect(detail.screen().left[0].tintColor == nil)
    #expect(sample.services.takeMessages() == ["book: \"Sort\": tintColor: \"Dune\" is not a color"])
  }

  @Test func theTitleCanBeAView() throws {
    let detail = try sample.detail([
      "titlePath": "name", "titleView": button(["titlePath": "#Mark", "tapPath": .function(mark)]),
    ])
    #expect(detail.screen().titleView?.text == "Mark")
    try detail.tap(try #require(detail.view(at: .title)), .title)
    #expect(sample.value("marked") == .bool(true))
  }

  @Test func helpNamesItsTargets() throws {
    let help = try sample.services.component(
      .helpView,
      ["callouts": [["target": "edit", "text": "#Changes"], ["target": "Edti", "text": "name"], ["text": "#More"]]])
    let detail = try sample.detail(["helpView": .component(help), "titlePath": "name"])
    #expect(detail.screen().right.map(\.title) == ["Edit", "?"])
    #expect(detail.screen().help == nil)
    try detail.runFunction(.onHelpTap)
    #expect(
      detail.screen().help == [
        Callout(target: "edit", text: "Changes", element: "right:edit", label: "Edit"),
        Callout(target: "Edti", text: "Dune"),
        Callout(text: "More"),
      ])
    #expect(sample.services.takeMessages() == ["book: helpView: \"book\" shows no element \"Edti\""])
  }

  @Test func controlsHaveWidthsAndImages() throws {
    let slider = try sample.cell(.sliderCell, ["valuePath": "price", "minImagePath": "#low", "maxImagePath": "name"])
    #expect(slider.control()?.look?.content == ControlLook(minImage: "low", maxImage: "Dune", width: 150))
    let segment = try sample.cell(.segmentCell, ["selectIndexPath": "kind", "segmentsPath": "#A,#B", "width": "#120"])
    #expect(segment.control()?.look?.content == ControlLook(width: 120))
  }

  @Test func aRowIsAccentedWhileItSelectsAnother() throws {
    let next = try sample.services.component(.dateCell, ["path": "#Date", "datePath": "date", "heightEdit": "#0"])
    let first = try sample.services.component(
      .tableCell, ["path": "name", "selectNextRow": "#1", "selectNextAccent": "!marked"])
    let detail = try sample.detail([first, next])
    detail.setEditing(true)
    try detail.perform(.tapRow(.id(.cell(0))), on: detail.screen())
    #expect(detail.screen().sections[0].rows.map(\.isAccented) == [true, false])
    try sample.set("marked", .bool(true))
    #expect(detail.screen().sections[0].rows.map(\.isAccented) == [false, false])
    try detail.perform(.tapRow(.id(.cell(0))), on: detail.screen())
    #expect(detail.screen().sections[0].rows.map(\.isAccented) == [false])
  }

  @Test func attributedTextsAreCheckedWhenTheyAreShown() throws {
    var run: [String: Value] = ["text": .string("Dune"), "bold": .bool(true)]
    let title = sample.services.host.function { _, _ in .list([.map(run), .string("!")]) }
    let detail = try sample.detail(["titlePath": .function(title), "subTitlePath": "name"])
    #expect(detail.screen().title == "Dune!")
    #expect(detail.screen().titleRuns.map(\.isBold) == [true, false])
    #expect(detail.screen().subtitleRuns == [])
    run["blod"] = .bool(true)
    let other = try sample.detail(["titlePath": .function(title)], name: "other")
    #expect(other.screen().title == "Dune!")
    #expect(sample.services.takeMessages() == ["other: titlePath: run 1 has no field \"blod\""])
  }
}
