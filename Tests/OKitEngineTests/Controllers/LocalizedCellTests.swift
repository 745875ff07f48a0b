import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitScreen

/// Cells show and read numbers and dates in the form of the locale.
@Suite struct LocalizedCellTests {
  let sample: BookSample
  init() throws { sample = try BookSample(locale: "de_DE") }

  private func problem(_ body: () throws -> Void) -> Diagnostic? {
    do {
      try body()
      return nil
    } catch { return error as? Diagnostic }
  }

  @Test(
    arguments: [
      (ComponentDescriptor.textCell, "price", "2,50", .double(2.5), "2,5"),
      (.textCell, "price", "1.234", .double(1234), "1234"), (.textCell, "price", "0.125", .double(0.125), "0,125"),
      (.multilineCell, "price", "2,50", .double(2.5), "2,5"), (.textCell, "copies", "1.234", .int(1234), "1234"),
      (.textCell, "size", "12", .int(12), "12"), (.textCell, "name", "2,50", .string("2,50"), "2,50"),
    ] as [(ComponentDescriptor, String, String, Value, String)])
  func aFieldOfANumberIsLocalized(
    kind: ComponentDescriptor, path: String, typed: String, written: Value, shown: String
  ) throws {
    let cell = try sample.cell(kind, ["textPath": .string(path)])
    try cell.edit(.text(typed))
    #expect(sample.value(path) == written)
    #expect(cell.control()?.value == .string(shown))
  }

  @Test func anOptionalNumberIsRemovedByAnEmptyText() throws {
    let cell = try sample.cell(.textCell, ["textPath": "size"])
    try cell.edit(.text("12"))
    try cell.edit(.text(" "))
    #expect(sample.value("size") == .null)
    #expect(cell.control()?.value == .null)
  }

  @Test(
    arguments: [
      ("price", "viel", "Book.price needs a Double, got String \"viel\"", "use a number such as 1234,5"),
      ("copies", "2,5", "Book.copies needs an Int, got String \"2,5\"", "use a whole number such as 1234"),
      ("copies", "", "Book.copies needs an Int, got String \"\"", "use a whole number such as 1234"),
    ] as [(String, String, String, String)])
  func aTextThatIsNoNumberIsRefused(path: String, typed: String, message: String, hint: String) throws {
    let before = sample.value(path)
    let cell = try sample.cell(.textCell, ["textPath": .string(path)])
    let refused = problem { try cell.edit(.text(typed)) }
    #expect(refused?.code == "model.type")
    #expect(refused?.message == message)
    #expect(refused?.hint == hint)
    #expect(sample.value(path) == before)
  }

  @Test func severalPartsStayATextOfTheBinding() throws {
    let cell = try sample.cell(.textCell, ["textPath": "price,%EUR"])
    #expect(cell.control()?.value == .string("9.99 EUR"))
  }

  @Test(arguments: [ComponentDescriptor.sliderCell, .stepperCell])
  func aNumberBesideItsControlIsLocalized(kind: ComponentDescriptor) throws {
    let cell = try sample.cell(kind, ["valuePath": "price", "maxValuePath": "#20.5"])
    let control = try #require(cell.control())
    #expect(control.value == .double(9.99))
    #expect([control.text, control.minText, control.maxText] == ["9,99", "0", "20,5"])
    #expect(control.drawing.contains("9,99"))
    try cell.edit(.text("7,25"))
    #expect(sample.value("price") == .double(7.25))
    let refused = problem { try cell.edit(.text("viel")) }
    #expect(refused?.code == "cell.value")
    #expect(refused?.message == "\"viel\" is not a number")
    #expect(refused?.hint == "use a number such as 1234,5")
  }

  @Test(
    arguments: [
      ("#0", "00:00", "8:05", "2019-07-01T08:05:00Z"), ("#date", "1. Juli 2019", "24.12.2021", "2021-12-24T00:00:00Z"),
      ("#2", "01.07.19, 00:00", "24.12.21, 8:05", "2021-12-24T08:05:00Z"),
      ("#countDownTimer", "00:00", "1:30", "2019-07-01T01:30:00Z"),
    ] as [(String, String, String, String)])
  func aDateIsShownAndReadByItsMode(mode: String, shown: String, typed: String, written: String) throws {
    let cell = try sample.cell(.dateCell, ["datePath": "date", "modePath": .string(mode)])
    #expect(cell.control()?.text == shown)
    #expect(cell.control()?.drawing == "[\(shown)]")
    try cell.edit(.text(typed))
    #expect(sample.value("date") == .moment(written))
  }

  @Test func aTypedDateIsKeptBetweenMinimumAndMaximum() throws {
    let cell = try sample.cell(
      .dateCell, ["datePath": "date", "minDatePath": "#2019-01-01T00:00:00+0000", "modePath": "#1"])
    try cell.edit(.text("24.12.2018"))
    #expect(sample.value("date") == .moment("2019-01-01T00:00:00Z"))
    #expect(cell.control()?.minText == "1. Januar 2019")
  }

  @Test(
    arguments: [
      ("#1", "\"morgen\" is not a date", "use \"31.01.20\" or \"2020-01-31\""),
      ("#0", "\"morgen\" is not a time", "use \"12:00\""),
      ("#3", "\"morgen\" is not a duration in hours and minutes", "use \"12:00\""),
    ] as [(String, String, String)])
  func aTextThatIsNoDateIsRefused(mode: String, message: String, hint: String) throws {
    let cell = try sample.cell(.dateCell, ["datePath": "date", "modePath": .string(mode)])
    let refused = problem { try cell.edit(.text("morgen")) }
    #expect(refused?.code == "cell.value")
    #expect(refused?.message == message)
    #expect(refused?.hint == hint)
    #expect(sample.value("date") == .moment("2019-07-01T00:00:00Z"))
  }

  @Test func anUnknownModeIsReported() throws {
    // An unknown constant is reported at the start.
    try sample.set("name", .string("tim"))
    let cell = try sample.cell(.dateCell, ["datePath": "date", "modePath": "name"])
    #expect(cell.control()?.text == "01.07.19, 00:00")
    let found = try #require(sample.services.diagnostics.first)
    #expect(found.code == "cell.mode")
    #expect(found.hint == "did you mean \"time\"?")
  }
}
