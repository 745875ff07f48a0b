import OKitEngine
import OKitTestSupport
import Testing

/// Cells: how they are found, what their controls take, and why they refuse.
@Suite struct DriverCellTests {
  let sample: AppSample
  var driver: AppDriver { sample.driver }

  init() throws {
    sample = try AppSample(["Emma"])
    try sample.driver.row("Emma").tap()
  }

  private func message(_ body: () throws -> Void) -> String? { AppSample.message(body) }
  private func value(_ name: String) -> Value { sample.store.get(sample.books[0], name) }

  @Test(arguments: ["Name", "name", "Title", "NAME"])
  func findsByTextPlaceholderAndPath(locator: String) throws {
    #expect(try driver.cell(Locator(locator)).row().text == "Name")
  }

  @Test func findsCellsWithoutAText() throws {
    #expect(try driver.cell("Author").row().path == "author")
    #expect(try driver.cell("author").row().control?.placeholder == "Author")
    #expect(
      message { _ = try driver.cell("Auhtor") }
        == "locator.none: no cell matches \"Auhtor\" on \"book\"; available: \"Author\", \"author\","
        + " \"Name\", \"Title\", \"name\", \"Marked\", \"marked\", \"Copies\", \"copies\", \"Price\","
        + " \"price\", \"Size\" and 5 more (did you mean \"Author\"?)"
    )
  }

  @Test func changesEveryKindOfControl() throws {
    try driver.performTap("Edit")
    try driver.cell("Name").type("Emma (1815)")
    try driver.cell("author").set(.string("Jane Austen"))
    try driver.cell("Marked").set(.bool(true))
    try driver.cell("Copies").step(3)
    try driver.cell("Price").slide(12.5)
    try driver.cell("Size").choose("m")
    try driver.performTap("Done")
    #expect(value("name") == .string("Emma (1815)"))
    #expect(value("author") == .string("Jane Austen"))
    #expect(value("marked") == .bool(true))
    #expect(value("copies") == .int(3))
    #expect(value("price") == .double(12.5))
    #expect(value("size") == .int(1))
    try driver.performTap("Edit")
    try driver.cell("Size").choose(Locator(index: 3))
    #expect(value("size") == .int(2))
    try driver.cell("Size").set(.int(0))
    try driver.cell("Copies").set(.int(7))
    try driver.cell("Author").clear()
    try driver.performTap("Done")
    #expect(value("size") == .int(0))
    #expect(value("copies") == .int(7))
    #expect(value("author") == .string(""))
    #expect(driver.actions.contains("choose \"L\" of \"Size\""))
  }

  @Test func `a row without a control has none in edit mode either`() throws {
    let sample = try AppSample(["Emma"])
    let steps: [(String, (CellDriver) throws -> Void)] = [
      ("be typed into", { try $0.type("x") }), ("be cleared", { try $0.clear() }),
      ("be set", { try $0.set(.string("x")) }), ("be chosen from", { try $0.choose("x") }),
    ]
    for (verb, step) in steps {
      #expect(
        message { try step(try sample.driver.cell("Emma")) }
          == "action.impossible: \"Emma\" cannot \(verb): it has no control")
    }
  }

  @Test func `a control that is shown in edit mode only needs edit mode`() throws {
    let cell = try sample.component(
      .textCell, ["path": "#Hidden", "textPath": "name", "controlInDisplay": "#false"])
    try sample.define("hidden", .detail, ["titlePath": "name", "sections": [["cells": .list([cell])]]])
    try sample.runtime.turn { try sample.runtime.navigate(to: "hidden", context: sample.books[0]) }
    #expect(
      message { try driver.cell("Hidden").type("x") }
        == "action.impossible: \"Hidden\" cannot be typed into: the screen is not being edited (tap \"Edit\" first)")
  }

  @Test func saysWhyACellCannotBeChanged() throws {
    #expect(
      message { try driver.cell("Name").type("x") }
        == "action.impossible: \"Name\" cannot be typed into: the screen is not being edited (tap \"Edit\" first)")
    try driver.performTap("Edit")
    let cases: [(String, String, (CellDriver) throws -> Void)] = [
      ("Fixed", "action.impossible: \"Fixed\" cannot be typed into: it is read-only", { try $0.type("x") }),
      (
        "JSONValue",
        "action.impossible: \"JSONValue\" cannot be typed into: it has no control "
          + "(row 1 \"Name\", row 2 \"Author\", row 8 \"Fixed\" can be typed into)",
        { try $0.type("x") }
      ),
      (
        "Marked",
        "cell.kind: \"Marked\" cannot be typed into: it is a switch (set it to on or off; "
          + "row 1 \"Name\", row 2 \"Author\", row 8 \"Fixed\" can be typed into)",
        { try $0.type("x") }
      ),
      (
        "Name",
        "cell.kind: \"Name\" cannot be chosen from: it is a text field (type text; row 6 \"Size\" can be chosen from)",
        { try $0.choose("x") }
      ),
      (
        "Copies",
        "cell.kind: \"Copies\" cannot be slid: it is a stepper (set it to a number; row 5 \"Price\" can be slid)",
        { try $0.slide(1) }
      ),
      (
        "Marked", "cell.value: \"Marked\" is a switch: it takes on, off, yes, no, true or false, not \"maybe\"",
        { try $0.set(.string("maybe")) }
      ),
      ("Copies", "cell.value: \"Copies\" is a stepper: it takes a number, not nil", { try $0.set(.null) }),
      (
        "Size",
        "locator.none: no option matches \"XL\" in \"Size\"; available: \"L\", \"S\", \"M\" (did you mean \"L\"?)",
        { try $0.choose("XL") }
      ),
      (
        "Size",
        "locator.none: there is no option 4 in \"Size\": there are only 3; available: \"S\","
          + " \"M\", \"L\"",
        { try $0.choose(Locator(index: 4)) }
      ),
      (
        "Size", "locator.none: \"Size\" has no option 7; available: 0 \"S\", 1 \"M\", 2 \"L\"",
        { try $0.set(.int(7)) }
      ),
    ]
    for (name, expected, action) in cases {
      #expect(message { try action(try driver.cell(Locator(name))) } == expected)
    }
    #expect(value("name") == .string("Emma"))
  }
}
