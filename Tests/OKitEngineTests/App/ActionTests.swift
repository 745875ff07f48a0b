import OKitEngine
import OKitTestSupport
import Testing

/// Actions with identifiers, as a remote renderer sends them.
@Suite struct ActionTests {
  private let sample: AppSample

  init() throws { sample = try AppSample() }

  private func perform(_ json: String) throws {
    try sample.driver.perform(ScreenAction(json: JSONValue.parse(json: json)))
  }

  /// The identifiers of the screen's JSON data at the keys and indexes of a path.
  private func id(_ path: String...) throws -> String {
    var json = sample.driver.screen.jsonValue
    for step in path {
      if let index = Int(step), case .array(let elements) = json {
        json = elements[index]
      } else {
        json = json[step] ?? .null
      }
    }
    guard case .string(let id)? = json["id"] else { throw Diagnostic("test.id", "no id at \(path)") }
    return id
  }

  @Test(arguments: ["entity:3.1", "entity:3.1:2", "cell:4", "add:0", "add:12"])
  func rowsHaveOneText(_ text: String) { #expect(RowID(text)?.description == text) }

  @Test(arguments: ["entity:3.1:-2", "entity:3.1:02", "cell:1:2", "add:-1", "add:", "add:1:2", "entity:3.1:2:1"])
  func refusesOtherTextsOfRows(_ text: String) { #expect(RowID(text) == nil) }

  @Test func fromATapToAStoredChange() throws {
    let row = try id("sections", "0", "rows", "1")
    #expect(row == "\(RowID.entity(sample.books[1]))")
    try perform("{\"tap\": \"\(row)\"}")
    #expect(sample.runtime.stack == ["books", "book"])
    try perform("{\"tap\": \"right:edit\"}")
    let control = try id("sections", "0", "rows", "0", "control")
    #expect(control == "cell:0/control")
    try perform("{\"edit\": \"\(control)\", \"text\": \"Ulysses\"}")
    #expect(sample.names == [.string("Emma"), .string("Ulysses")])
    #expect(try id("right", "0") == "right:edit", "Done is the same button")
    try perform("{\"tap\": \"right:edit\"}")
    try perform("\"back\"")
    #expect(sample.driver.actions.last == "action \"back\"")
    #expect(try id("sections", "0", "rows", "1") == row)
  }

  @Test func rowsKeepTheirIdentifiersWhileTheyMove() throws {
    let rows = try (0...1).map { try id("sections", "0", "rows", "\($0)") }
    try perform("{\"tap\": \"right:edit\"}")
    try perform("{\"move\": \"\(rows[1])\", \"to\": 0}")
    #expect(sample.names == [.string("Dune"), .string("Emma")])
    #expect(try (0...1).map { try id("sections", "0", "rows", "\($0)") } == rows.reversed())
  }

  @Test func dialogsHaveIdentifiersOfTheirOwn() throws {
    try perform("{\"tap\": \"right:add\"}")
    #expect(try id("alert") == "dialog:1")
    #expect(try id("alert", "fields", "0") == "dialog:1/field:0")
    try perform("{\"edit\": \"dialog:1/field:0\", \"text\": \"Kim\"}")
    try perform("{\"tap\": \"dialog:1/action:0\"}")
    #expect(sample.names.first == .string("Kim"))
    try perform("{\"tap\": \"right:add\"}")
    #expect(try id("alert", "actions", "1") == "dialog:2/action:1")
    // A second tap on the first dialog does not answer the second one.
    #expect(
      AppSample.message { try perform("{\"tap\": \"dialog:1/action:1\"}") }
        == "action.impossible: dialog:1 is not open; the alert \"New Book\" is dialog:2")
    #expect(
      AppSample.message { try perform("{\"tap\": \"right:edit\"}") }
        == "action.impossible: the alert \"New Book\" is open and covers the screen (tap \"OK\" or \"Cancel\" first)")
  }

  @Test(arguments: [
    ("{\"tap\": \"right:done\"}", "\"books\" has no button right:done; its buttons are right:add, right:edit"),
    ("{\"tap\": \"right:0\"}", "\"books\" has no button right:0; its buttons are right:add, right:edit"),
    ("{\"tap\": \"toolbar:0\"}", "the button \"Off\" is disabled"),
    ("{\"tap\": \"title\"}", "the title of \"books\" is not actionable"),
    ("{\"tap\": \"dialog:1/action:0\"}", "no dialog is open"), ("\"menu\"", "the application has no menu"),
  ])
  func whatIsNotThereIsRefused(json: String, message: String) throws {
    let error = try #require(throws: Diagnostic.self) { try perform(json) }
    #expect(error.code == "action.impossible")
    #expect(error.message == message)
  }

  @Test func rowsOfOtherScreensAreRefused() throws {
    for json in ["{\"tap\": \"cell:1\"}", "{\"tap\": \"entity:4000000.1\"}", "{\"tap\": \"row:7/0\"}"] {
      let error = try #require(throws: Diagnostic.self) { try perform(json) }
      #expect(error.code == "action.impossible", "\(json)")
    }
  }

  @Test func secureTextIsNotRemembered() throws {
    try sample.define(
      "login", .detail,
      [
        "editAlways": "#true",
        "sections": [["cells": [try sample.component(.textCell, ["textPath": "genre", "secure": "#true"])]]],
      ])
    try sample.runtime.turn { try sample.runtime.navigate(to: "login", context: sample.books[0]) }
    try perform("{\"edit\": \"cell:0/control\", \"text\": \"sesame\"}")
    #expect(sample.store.get(sample.books[0], "genre") == .string("sesame"))
    #expect(sample.driver.actions.allSatisfy { !$0.contains("sesame") })
  }
}
