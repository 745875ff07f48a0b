import OKitTestSupport
import Testing

@testable import OKitEngine

/// The values that the controls of cells show and write.
@Suite struct CellControlTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  // MARK: When a control can be operated

  @Test func isEnabledOnlyWhileEditing() throws {
    let cell = try sample.cell(.switchCell, ["path": "%New", "onPath": "marked"])
    var expected = Control(kind: .switch, value: .bool(false))
    expected.text = "off"
    #expect(cell.control() == expected)
    expected.isEnabled = false
    #expect(cell.control(editing: false) == expected)
    #expect(
      Diagnostic.message { try cell.cell.edit(.value(.bool(true)), editing: false, isSelected: false) }
        == "\"New\" can only be changed in edit mode")
    #expect(sample.value("marked") == .bool(false))
  }

  @Test func isDisabledWhenReadOnly() throws {
    let cell = try sample.cell(.textCell, ["textPath": "name", "readOnly": "!marked"])
    #expect(cell.control()?.isEnabled == false)
    #expect(Diagnostic.message { try cell.edit(.text("Emma")) } == "\"name\" is read-only")
    try sample.set("marked", .bool(true))
    try cell.edit(.text("Emma"))
    #expect(cell.control()?.value == .string("Emma"))
  }

  @Test func isHiddenInDisplayModeByControlInDisplay() throws {
    let cell = try sample.cell(.stepperCell, ["valuePath": "copies", "controlInDisplay": "#false"])
    #expect(cell.row()?.control == nil)
    #expect(cell.control()?.value == .int(3))
  }

  @Test(arguments: [
    (ComponentDescriptor.switchCell, "onPath"), (.textCell, "textPath"), (.multilineCell, "textPath"),
    (.dateCell, "datePath"), (.segmentCell, "selectIndexPath"), (.pickerCell, "selectionPath"),
    (.sliderCell, "valuePath"), (.stepperCell, "valuePath"),
  ])
  func isFoundByItsOwnPath(kind: ComponentDescriptor, property: String) throws {
    let cell = try sample.cell(kind, ["path": "%Title", property: "favourite"])
    #expect(cell.row()?.path == "favourite")
  }

  @Test(arguments: [
    (
      ComponentDescriptor.switchCell, ScreenAction.Edit.text("x"), "\"favourite\" needs true or false, got String \"x\""
    ),
    (.textCell, .option(1), "\"favourite\" needs a string, got option 1"),
    (.multilineCell, .value(.int(1)), "\"favourite\" needs a string, got Number 1"),
    (.dateCell, .value(.string("soon")), "\"favourite\" needs a date, got String \"soon\""),
    (.segmentCell, .option(3), "\"favourite\" has no option 3; it has 0"),
    (.pickerCell, .text("x"), "\"favourite\" needs an option, got String \"x\""),
    (.sliderCell, .steps(1), "\"favourite\" needs a number, got 1 steps"),
    (.stepperCell, .value(.double(.nan)), "\"favourite\" needs a number, got Number nan"),
  ])
  func refusesWhatItCannotTake(kind: ComponentDescriptor, edit: ScreenAction.Edit, message: String) throws {
    let own = try #require(kind.controlSlot.map { kind.table.schemas[$0].name })
    let cell = try sample.cell(kind, [own: "favourite"])
    #expect(Diagnostic.message { try cell.edit(edit) } == message)
    #expect(sample.value("favourite") == .null)
  }

  @Test func needsSomethingToWriteTo() throws {
    #expect(
      Diagnostic.message { try sample.cell(.textCell, ["path": "name"]).edit(.text("x")) }
        == "\"Dune\" has no textPath to write to")
    #expect(
      Diagnostic.message { try sample.cell(.tableCell, ["path": "name"]).edit(.text("x")) } == "\"Dune\" has no control"
    )
  }

  // MARK: Texts

  @Test func typesText() throws {
    let cell = try sample.cell(.textCell, ["textPath": "name", "placeholder": "%New"])
    #expect(cell.control() == Control(kind: .text, value: .string("Dune"), placeholder: "New"))
    try cell.edit(.text("Dune (1965)"))
    #expect(sample.value("name") == .string("Dune (1965)"))
    #expect(cell.control()?.value == .string("Dune (1965)"))
  }

  @Test func convertsWhatIsTypedOrRefusesIt() throws {
    let cell = try sample.cell(.textCell, ["textPath": "copies"])
    try cell.edit(.text("12"))
    #expect(sample.value("copies") == .int(12))
    #expect(Diagnostic.message { try cell.edit(.text("many")) } == "Book.copies needs an Int, got String \"many\"")
    #expect(sample.value("copies") == .int(12))
  }

  @Test func keepsASecureTextOutOfTheRow() throws {
    try sample.set("pin", .string("4711"))
    let cell = try sample.cell(.textCell, ["path": "pin", "detailPath": "pin", "textPath": "pin", "secure": "#true"])
    let row = try #require(cell.row(editing: true))
    #expect(row.text == nil)
    #expect(row.detail == nil)
    #expect(row.control?.value == .null)
    #expect(row.control?.isFilled == true)
    try cell.edit(.text("0815"))
    #expect(sample.value("pin") == .string("0815"))
  }

  @Test func typesSeveralLines() throws {
    let cell = try sample.cell(.multilineCell, ["textPath": "favourite", "placeholder": "#Comment"])
    #expect(cell.control() == Control(kind: .multiline, value: .null, placeholder: "Comment"))
    try cell.edit(.text("Spice.\nWorms."))
    #expect(sample.value("favourite") == .string("Spice.\nWorms."))
    try cell.edit(.text(""))
    #expect(sample.value("favourite") == .string(""))
  }

  // MARK: Dates

  @Test(arguments: [
    ("2018-12-24T00:00:00Z", "2019-01-01T00:00:00Z"), ("2019-05-05T10:00:00Z", "2019-05-05T10:00:00Z"),
    ("2024-02-29T00:00:00Z", "2019-12-31T00:00:00Z"),
  ])
  func keepsDatesBetweenMinimumAndMaximum(picked: String, written: String) throws {
    let cell = try sample.cell(
      .dateCell,
      [
        "datePath": "date", "minDatePath": "#2019-01-01T00:00:00+0000", "maxDatePath": "#2019-12-31T00:00:00+0000",
        "modePath": "#1",
      ])
    #expect(
      cell.control()?.withoutTexts
        == Control(
          kind: .date, value: .moment("2019-07-01T00:00:00Z"), min: .moment("2019-01-01T00:00:00Z"),
          max: .moment("2019-12-31T00:00:00Z"), mode: "date"))
    try cell.edit(.value(.moment(picked)))
    #expect(sample.value("date") == .moment(written))
    try sample.set("date", .moment(picked))
    #expect(cell.control()?.value == .moment(written))
  }

  @Test(
    arguments: [
      (nil, "dateAndTime"), ("#0", "time"), ("#1", "date"), ("#dateAndTime", "dateAndTime"),
      ("#countDownTimer", "countDownTimer"),
      // Unknown ones are reported.
      ("#4", "dateAndTime"), ("#-1", "dateAndTime"), ("#day", "dateAndTime"),
    ] as [(String?, String)])
  func givesTheModeOfADateAsText(mode: String?, text: String) throws {
    var values: [String: PropertyReader.Input] = ["datePath": "date"]
    if let mode { values["modePath"] = .string(mode) }
    #expect(try sample.cell(.dateCell, values).control()?.mode == text)
  }

  // MARK: Segments and pickers

  @Test func choosesASegmentByIndex() throws {
    let cell = try sample.cell(.segmentCell, ["segmentsPath": "%New,name,#2", "selectIndexPath": "type"])
    #expect(cell.control()?.withoutTexts == Control(kind: .segment, value: .int(1), options: ["New", "Dune", "2"]))
    try cell.edit(.option(2))
    #expect(sample.value("type") == .string("2"))
    #expect(cell.control()?.chosenOption == "2")
    try sample.set("type", .string("7"))
    #expect(cell.control()?.value == .null)
  }

  @Test func takesSegmentsAsAList() throws {
    let cell = try sample.cell(.segmentCell, ["segmentsPath": ["#A", "name"], "selectIndexPath": "index"])
    #expect(cell.control()?.options == ["A", "Dune"])
    try cell.edit(.option(1))
    #expect(sample.value("index") == .int(1))
  }

  @Test func picksTheEntityBehindAReference() throws {
    let cell = try sample.cell(.pickerCell, ["dataPath": "/genres", "namePath": "name", "selectionPath": "genre"])
    #expect(
      cell.control()?.withoutTexts
        == Control(kind: .picker, value: .int(1), options: ["Fantasy", "Science Fiction", "Romance"]))
    try cell.edit(.option(2))
    #expect(sample.services.evaluator.text(try program("genre/refKey")) == "ROMANCE")
    #expect(cell.control()?.chosenOption == "Romance")
    try sample.set("genre", .null)
    #expect(cell.control()?.value == .null)
    try cell.edit(.option(0))
    #expect(cell.control()?.chosenOption == "Fantasy")
  }

  private func program(_ text: String) throws -> Value {
    let evaluator = sample.services.evaluator
    return evaluator.get(try evaluator.program(text), sample.book)
  }

  @Test func picksAnIndex() throws {
    let cell = try sample.cell(.pickerCell, ["dataPath": "/shelves", "selectionPath": "index"])
    #expect(cell.control()?.withoutTexts == Control(kind: .picker, value: .int(0), options: ["Top", "Bottom"]))
    try cell.edit(.option(1))
    #expect(sample.value("index") == .int(1))
    #expect(cell.control()?.chosenOption == "Bottom")
  }

  @Test func keepsThePickersOptionsUpToDate() throws {
    let cell = try sample.cell(.pickerCell, ["dataPath": "/genres", "namePath": "name", "selectionPath": "genre"])
    _ = cell.control()
    try sample.store.set(try #require(sample.store.find("FANTASY")), "name", .string("Tales"))
    #expect(cell.control()?.options == ["Tales", "Science Fiction", "Romance"])
    try sample.store.set(sample.shop, "genres", .list([]))
    #expect(cell.control()?.withoutTexts == Control(kind: .picker, value: .null))
  }

  // MARK: Numbers

  @Test func slidesWithinTheBounds() throws {
    let cell = try sample.cell(.sliderCell, ["valuePath": "price", "minValuePath": "#0", "maxValuePath": "#100"])
    #expect(cell.control()?.withoutTexts == Control(kind: .slider, value: .double(9.99), min: .int(0), max: .int(100)))
    for (slid, written) in [(42.25, 42.25), (500, 100), (-1, 0), (.infinity, 100)] {
      try cell.edit(.value(.double(slid)))
      #expect(sample.value("price") == .double(written))
    }
    try sample.set("price", .double(1000))
    #expect(cell.control()?.value == .double(100))
  }

  @Test func keepsAnIntAnInt() throws {
    let cell = try sample.cell(.sliderCell, ["valuePath": "copies", "minValuePath": "#0.5", "maxValuePath": "#9.5"])
    for (slid, written) in [(4.6, 5), (99, 9), (-99, 1), (.infinity, 9)] as [(Double, Int)] {
      try cell.edit(.value(.double(slid)))
      #expect(sample.value("copies") == .int(written))
    }
  }

  @Test(
    arguments: [
      ("copies", "#1", 2, .int(5)), ("copies", "#1", 20, .int(10)), ("copies", "#1", -20, .int(0)),
      ("copies", "#2", -1, .int(1)), ("copies", "#1", .max, .int(10)), ("copies", "#3", .min, .int(0)),
      ("price", "#0.1", 2, .double(10)), ("price", "#0.1", -10, .double(8.99)), ("size", "#1", 4, .int(4)),
    ] as [(String, String, Int, Value)])
  func stepsWithinTheBounds(path: String, step: String, count: Int, written: Value) throws {
    let cell = try sample.cell(
      .stepperCell, ["valuePath": .string(path), "maxValuePath": "#10", "stepValuePath": .string(step)])
    try cell.edit(.steps(count))
    #expect(sample.value(path) == written)
  }

  @Test func hasTheDefaultBoundsOfAStepper() throws {
    let cell = try sample.cell(.stepperCell, ["valuePath": "copies"])
    #expect(
      cell.control()?.withoutTexts
        == Control(kind: .stepper, value: .int(3), min: .int(0), max: .int(100), step: 1))
  }

  @Test func changesNothingWhenTheChangeSetsOffAFailure() throws {
    let store = sample.store
    let fail = sample.services.host.function { _, _ in throw Diagnostic("test.no", "no") }
    let type = try store.define(
      "Strict", extending: store.entityType, properties: [Property("name", .string, didSet: fail)])
    let strict = store.make(type)
    let component = try sample.services.component(.textCell, ["textPath": "name"])
    let controller = try sample.detail([component], context: strict)
    #expect(
      Diagnostic.message {
        try controller.sections[0].cells[0].edit(.text("x"), editing: true, isSelected: false)
      } == "no")
    #expect(store.get(strict, "name") == .string(""))
  }
}
