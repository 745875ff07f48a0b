import OKitEngine
import OKitTestSupport
import Testing

/// Segments and pickers whose binding ends at a property of an enumeration show and write its values.
@Suite struct EnumCellTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  private static let kinds: [(ComponentDescriptor, String)] = [
    (.segmentCell, "selectIndexPath"), (.pickerCell, "selectionPath"),
  ]

  @Test(arguments: kinds)
  func showsTheLocalizedValuesAndWritesTheChosenOne(kind: ComponentDescriptor, property: String) throws {
    let cell = try sample.cell(kind, [property: "status"])
    #expect(cell.control()?.options == ["open", "Paid", "refused"])
    #expect(cell.control()?.value == .int(0))
    try cell.edit(.option(1))
    #expect(sample.value("status") == .string("paid"))
    #expect(cell.control()?.value == .int(1))
    #expect(cell.control()?.text == "Paid")
    try sample.set("status", .string("refused"))
    #expect(cell.control()?.text == "refused")
    #expect(Diagnostic.message { try cell.edit(.option(3)) } == "\"status\" has no option 3; it has 3")
  }

  @Test(arguments: kinds)
  func takesAValueAsData(kind: ComponentDescriptor, property: String) throws {
    let cell = try sample.cell(kind, [property: "status"])
    try cell.edit(.value(.string("refused")))
    #expect(sample.value("status") == .string("refused"))
    #expect(
      Diagnostic.message { try cell.edit(.value(.string("lost"))) }
        == "\"status\" needs an option, got String \"lost\"")
  }

  @Test(arguments: kinds)
  func choosesNothingWhileAnOptionalOneIsNil(kind: ComponentDescriptor, property: String) throws {
    let cell = try sample.cell(kind, [property: "rating"])
    #expect(cell.control()?.options == ["good", "bad"])
    #expect(cell.control()?.value == .null)
    #expect(cell.control()?.text == nil)
    try cell.edit(.option(1))
    #expect(sample.value("rating") == .string("bad"))
    #expect(cell.control()?.value == .int(1))
    try sample.set("rating", .null)
    #expect(cell.control()?.value == .null)
  }

  @Test func segmentsPathGivesTheTitles() throws {
    let cell = try sample.cell(
      .segmentCell, ["segmentsPath": "#Waiting,name", "selectIndexPath": "status"])
    #expect(cell.control()?.options == ["Waiting", "Dune", "refused"])
    try sample.set("name", .string("Emma"))
    #expect(cell.control()?.options == ["Waiting", "Emma", "refused"])
    try cell.edit(.option(1))
    #expect(sample.value("status") == .string("paid"))
  }

  @Test func dataPathGivesTheValuesOnOffer() throws {
    try sample.store.set(sample.shop, "shelves", .list([.string("paid"), .string("open")]))
    let cell = try sample.cell(.pickerCell, ["dataPath": "/shelves", "selectionPath": "status"])
    #expect(cell.control()?.options == ["Paid", "open"])
    #expect(cell.control()?.value == .int(1))
    try cell.edit(.option(0))
    #expect(sample.value("status") == .string("paid"))
    try sample.set("status", .string("refused"))
    #expect(cell.control()?.value == .null)
  }

  @Test func namePathGivesTheTitlesOfAPicker() throws {
    let name = sample.services.host.function { receiver, _ in .string("<\(receiver.scalarText ?? "")>") }
    let cell = try sample.cell(.pickerCell, ["namePath": .function(name), "selectionPath": "status"])
    #expect(cell.control()?.options == ["<open>", "<paid>", "<refused>"])
  }

  @Test func aTextWithoutAnEnumerationStillHoldsTheIndex() throws {
    let cell = try sample.cell(.segmentCell, ["segmentsPath": "#A,#B", "selectIndexPath": "type"])
    try cell.edit(.option(0))
    #expect(sample.value("type") == .string("0"))
  }
}
