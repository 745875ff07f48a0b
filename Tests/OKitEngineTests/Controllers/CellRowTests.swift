import OKitEngine
import OKitTestSupport
import Testing

/// The row of a cell: texts, image, ribbon, accessory, button, height, and when it is there at all.
@Suite struct CellRowTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  @Test func showsTextDetailImageAndRibbon() throws {
    try sample.set("colour", .color(ColorValue(red: 255, green: 128, blue: 0)))
    let cell = try sample.cell(
      .tableCell, ["path": "name", "detailPath": "%Costs: ,price", "imagePath": "#book", "ribbonColor": "colour"])
    let row = try #require(cell.row())
    #expect(row.text == "Dune")
    #expect(row.detail == "Costs: 9.99")
    #expect(row.image == "book")
    #expect(row.ribbon == "#ff8000")
    #expect(row.path == "name")
    #expect(row.accessory == .none)
    #expect(row.height == nil)
  }

  @Test(arguments: [("#112233", "#112233"), ("#000000", "#000000"), ("#f80", "#ff8800"), ("#red", nil)])
  func readsRibbonsAsHexadecimal(binding: String, ribbon: String?) throws {
    #expect(try sample.cell(.tableCell, ["ribbonColor": .string(binding)]).row()?.ribbon == ribbon)
  }

  @Test(arguments: [
    ("path", "editPath"), ("detailPath", "editDetailPath"), ("imagePath", "editImagePath"),
    ("ribbonColor", "editRibbonColor"),
  ])
  func usesTheEditVariantInEditModeWhenThereIsOne(display: String, edit: String) throws {
    func shown(_ row: Screen.Row?) -> String? {
      switch display {
      case "path": row?.text
      case "detailPath": row?.detail
      case "imagePath": row?.image
      default: row?.ribbon
      }
    }
    let only = try sample.cell(.tableCell, [display: "#aabbcc"])
    #expect(shown(only.row(editing: true)) == shown(only.row()))
    let both = try sample.cell(.tableCell, [display: "#aabbcc", edit: "#ddeeff"])
    #expect(shown(both.row())?.hasSuffix("aabbcc") == true)
    #expect(shown(both.row(editing: true))?.hasSuffix("ddeeff") == true)
  }

  /// The rows of both modes are kept beside each other, and made again when something that they show has changed.
  @Test func keepsItsRowInEachModeUntilAChange() throws {
    let cell = try sample.cell(.textCell, ["path": "name", "textPath": "name"])
    for name in ["Dune", "Emma", "Ulysses"] {
      try sample.set("name", .string(name))
      for editing in [false, true, false, true] {
        let row = try #require(cell.row(editing: editing))
        #expect(row.text == name)
        #expect(row.control?.isEnabled == editing)
      }
    }
  }

  // MARK: Accessory

  @Test(arguments: [
    ("#0", "none"), ("#1", "disclosure"), ("#2", "detailDisclosure"), ("#3", "checkmark"), ("#4", "detail"),
    ("#disclosure", "disclosure"), ("#checkmark", "checkmark"), ("favourite", "none"),
  ])
  func showsTheAccessoryByNumberOrName(binding: String, name: String) throws {
    let cell = try sample.cell(.tableCell, ["accyPath": .string(binding)])
    #expect(cell.row()?.accessory.rawValue == name)
    #expect(sample.services.takeMessages().isEmpty)
  }

  @Test func reportsAnUnknownAccessory() throws {
    // An unknown constant is reported at the start.
    try sample.set("name", .string("checkmrk"))
    let cell = try sample.cell(.tableCell, ["accyPath": "name"])
    #expect(cell.row()?.accessory == Screen.Row.Accessory.none)
    #expect(
      sample.services.diagnostics.map(\.message) == [
        "controller1: \"ModelTableCell\": accyPath: unknown accessory \"checkmrk\""
      ])
    #expect(sample.services.diagnostics.first?.hint == "did you mean \"checkmark\"?")
  }

  @Test func showsADisclosureForASegue() throws {
    #expect(try sample.cell(.tableCell, ["segue": "other"]).row()?.accessory == .disclosure)
    #expect(try sample.cell(.tableCell, ["segue": "other", "accyPath": "#4"]).row()?.accessory == .detail)
    #expect(try sample.cell(.tableCell, ["segue": ["to": "other", "kind": "present"]]).cell.segue?.kind == .present)
  }

  @Test func showsTheAccessoryButtonWhenItsFlagsAllow() throws {
    let cell = try sample.cell(
      .tableCell, ["accyText": "%Mark", "accyIcon": "#book", "accyShow": "!marked", "accyEnabled": "copies"])
    #expect(cell.row()?.button == RowButton(title: "Mark", isEnabled: true, image: "book"))
    #expect(cell.row(editing: true)?.button == RowButton(title: "Mark", isEnabled: true, image: "book"))
    try sample.set("copies", .int(0))
    #expect(cell.row()?.button == RowButton(title: "Mark", isEnabled: false, image: "book"))
    try sample.set("marked", .bool(true))
    #expect(cell.row()?.button == nil)
    #expect(cell.row(editing: true)?.button == nil)
  }

  @Test func hidesAnAccessoryWithoutButtonByTheFlag() throws {
    let cell = try sample.cell(.tableCell, ["accyPath": "#2", "accyShow": "marked"])
    #expect(cell.row()?.accessory == Screen.Row.Accessory.none)
    try sample.set("marked", .bool(true))
    #expect(cell.row()?.accessory == .detailDisclosure)
  }

  @Test func hasEditVariantsOfTheButton() throws {
    let cell = try sample.cell(
      .tableCell, ["accyText": "#Show", "accyEditText": "#Choose", "accyEditEnabled": "#false", "accyEditPath": "#1"])
    #expect(cell.row()?.button == RowButton(title: "Show"))
    #expect(cell.row(editing: true)?.button == RowButton(title: "Choose", isEnabled: false))
  }

  @Test func showsTheButtonInPlaceOfTheAccessory() throws {
    let cell = try sample.cell(
      .tableCell, ["accyText": "#Mark", "accyPath": "#2", "accyShow": "!marked", "accyTap": "name"])
    #expect(cell.row()?.button == RowButton(title: "Mark"))
    #expect(cell.row()?.accessory == Screen.Row.Accessory.none)
    try sample.set("marked", .bool(true))
    #expect(cell.row()?.button == nil)
    #expect(cell.row()?.accessory == .detailDisclosure)
    #expect(try cell.cell.tapAccessory(editing: false))
  }

  @Test func keepsTheDisclosureOfASegueBesideTheButton() throws {
    let cell = try sample.cell(
      .tableCell, ["path": "name", "accyText": "#Mark", "accyShow": "!marked", "segue": "other"])
    #expect(cell.row()?.accessory == .disclosure)
    try sample.set("marked", .bool(true))
    #expect(cell.row()?.accessory == .disclosure)
    let message = Diagnostic.message { _ = try cell.cell.tapAccessory(editing: false) }
    #expect(message == "\"Dune\" has no accessory")
    let hidden = try sample.cell(.tableCell, ["segue": "other", "accyShow": "!marked"])
    #expect(hidden.row()?.accessory == Screen.Row.Accessory.none)
  }

  @Test func namesAButtonWithoutTextAfterItsIcon() throws {
    #expect(try sample.cell(.tableCell, ["accyIcon": "#book"]).row()?.button?.title == "book")
    #expect(try sample.cell(.tableCell, ["accyText": "favourite"]).row()?.button == nil)
  }

  @Test func tapsTheAccessory() throws {
    let mark = sample.services.host.function { [sample] receiver, _ in
      try sample.set("marked", .bool(true))
      return receiver
    }
    let values: [String: PropertyReader.Input] = [
      "path": "name", "accyText": "#Mark", "accyTap": .function(mark), "accyShow": "!marked", "accyEnabled": "copies",
    ]
    let cell = try sample.cell(.tableCell, values)
    try sample.set("copies", .int(0))
    #expect(
      Diagnostic.message { _ = try cell.cell.tapAccessory(editing: false) }
        == "\"Dune\" has an accessory that is disabled")
    try sample.set("copies", .int(1))
    #expect(try cell.cell.tapAccessory(editing: false))
    #expect(sample.value("marked") == .bool(true))
    #expect(Diagnostic.message { _ = try cell.cell.tapAccessory(editing: true) } == "\"Dune\" has no accessory")
    let other = try sample.cell(.tableCell, ["accyPath": "#2"])
    #expect(try other.cell.tapAccessory(editing: false) == false)
  }

  // MARK: Height and visibility

  @Test(
    arguments: [
      (["heightDisplay": "#132"], 132.0, 132.0, 132.0), (["heightDisplay": "#132", "heightEdit": "#44"], 132, 44, 44),
      (["heightDisplay": "#-1"], nil, nil, nil), (["heightDisplay": "#20", "heightSelect": "#80"], 20, 20, 80),
    ] as [([String: String], Double?, Double?, Double?)])
  func hasTheHeightOfItsState(given: [String: String], display: Double?, edit: Double?, selected: Double?) throws {
    let cell = try sample.cell(.tableCell, given.mapValues(PropertyReader.Input.string))
    #expect(try #require(cell.row()).height == display)
    #expect(try #require(cell.row(editing: true)).height == edit)
    #expect(try #require(cell.row(editing: true, isSelected: true)).height == selected)
  }

  @Test func isAbsentWithHeightZeroOrHidden() throws {
    #expect(try sample.cell(.tableCell, ["heightDisplay": "#0"]).row() == nil)
    let flagged = try sample.cell(.tableCell, ["showEdit": "marked"])
    #expect(flagged.row() != nil)
    #expect(flagged.row(editing: true) == nil)
    try sample.set("marked", .bool(true))
    #expect(flagged.row(editing: true) != nil)
    #expect(try sample.cell(.tableCell, ["showDisplay": "#false"]).row() == nil)
  }

  @Test(arguments: [ComponentDescriptor.dateCell, .pickerCell])
  func opensDatesAndPickersWhileSelectedInEditMode(kind: ComponentDescriptor) throws {
    let cell = try sample.cell(kind, ["heightDisplay": "#0", "heightEdit": "#0"])
    #expect(cell.row(isSelected: true) == nil)
    #expect(cell.row(editing: true) == nil)
    #expect(cell.row(editing: true, isSelected: true)?.height == 216)
    #expect(cell.cell.opens)
  }

  // MARK: Context

  @Test func resolvesItsPathsBelowItsContextPath() throws {
    let cell = try sample.cell(.tableCell, ["contextPath": "genre/ref", "path": "name", "showDisplay": "name"])
    #expect(cell.row()?.text == "Science Fiction")
    #expect(cell.cell.effectiveContext == sample.store.find("SCIENCE"))
    try sample.set("genre", .null)
    #expect(cell.cell.effectiveContext == nil)
    #expect(cell.row() == nil)
    #expect(cell.row(editing: true)?.text == nil)
    try sample.set("genre", .string("FANTASY"))
    #expect(cell.row()?.text == "Fantasy")
    #expect(sample.services.takeMessages().isEmpty)
  }

  @Test func makesItsRowOnlyWhenWhatItReadHasChanged() throws {
    var count = 0
    let text = sample.services.host.function { [sample] _, _ in
      count += 1
      return sample.value("name")
    }
    let cell = try sample.cell(.tableCell, ["path": .function(text), "detailPath": "price"])
    for _ in 0..<3 { #expect(cell.row()?.text == "Dune") }
    try sample.set("copies", .int(9))
    _ = cell.row()
    try sample.set("price", .double(1))
    #expect(cell.row()?.detail == "1")
    #expect(count == 1)
    try sample.set("name", .string("Emma"))
    #expect(cell.row()?.text == "Emma")
    #expect(count == 2)
  }
}
