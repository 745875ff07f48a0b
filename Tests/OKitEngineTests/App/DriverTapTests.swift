import OKitEngine
import OKitTestSupport
import Testing

/// Tapping by name: what is found, in which order, and what is told when it is not.
@Suite struct DriverTapTests {
  let sample: AppSample
  var driver: AppDriver { sample.driver }
  init() throws { sample = try AppSample(["Emma", "Dune", "emma", "Persuasion"]) }

  private func message(_ body: () throws -> Void) -> String? { AppSample.message(body) }

  @Test func tapsBarButtonsAndAnswersAlerts() throws {
    try driver.performTap("Add")
    #expect(driver.screen.alert?.title == "New Book")
    try driver.typeInAlert("Kim")
    try driver.performTap("OK")
    #expect(sample.names.contains(.string("Kim")))
    #expect(driver.screen.alert == nil)
    #expect(driver.actions == ["tap \"Add\"", "type \"Kim\" into alert field \"Name\"", "tap \"OK\""])
  }

  @Test func goesToRowsAndBack() throws {
    try driver.performTap("Dune")
    #expect(sample.runtime.stack == ["books", "book"])
    try driver.back()
    try driver.performTap("Help")
    #expect(sample.runtime.stack == ["books", "help"])
    #expect(message { try driver.back() } != nil)
    try driver.close()
    #expect(sample.runtime.stack == ["books"])
  }

  @Test func exactTextsGoBeforeOthers() throws {
    try driver.performTap("emma")
    #expect(driver.screen.title == "emma")
    try driver.back()
    try driver.performTap("DUNE")
    #expect(driver.screen.title == "Dune")
    try driver.back()
    #expect(
      message { try driver.performTap("EMMA") }
        == "locator.ambiguous: \"EMMA\" matches 2 elements: row 1 \"Emma\", row 3 \"emma\" (select one with"
        + " kind, section, detail or index)"
    )
    try driver.performTap(Locator("EMMA", index: 2))
    #expect(driver.screen.title == "emma")
  }

  @Test func barButtonsGoBeforeRows() throws {
    let sample = try AppSample(["Add", "Dune"])
    try sample.driver.performTap("Add")
    #expect(sample.driver.screen.alert != nil)
    try sample.driver.performTap("Cancel")
    try sample.driver.performTap(Locator("Add", kind: .row))
    #expect(sample.driver.screen.title == "Add")
    try sample.driver.back()
    #expect(message { try sample.driver.performTap(Locator("Dune", kind: .button)) } != nil)
  }

  @Test func saysWhatThereIsNearestFirst() throws {
    #expect(
      message { try driver.performTap("Persuasoin") }
        == "locator.none: no button or row matches \"Persuasoin\" on \"books\"; available: \"Persuasion\","
        + " \"Help\", \"Add\", \"Edit\", \"Off\", \"Emma\", \"Dune\", \"emma\" (did you mean \"Persuasion\"?)"
    )
    #expect(
      message { try driver.performTap(Locator("Dune", index: 2)) }
        == "locator.none: no button or row matches { text = \"Dune\", index = 2 } on \"books\": only one"
        + " matches; available: \"Dune\", \"Help\", \"Add\", \"Edit\", \"Off\", \"Emma\", \"emma\", \"Persuasion\""
    )
  }

  @Test func showsTheScreenWithAFailedName() {
    do {
      try driver.performTap("nothing")
      Issue.record("nothing was found")
    } catch {
      #expect((error as? Diagnostic)?.notes == [.screen(driver.dump())])
    }
  }

  @Test func nothingBelowADialogCanBeTapped() throws {
    try driver.performTap("Add")
    let covered =
      "action.impossible: the alert \"New Book\" is open and covers the screen (tap \"OK\" or \"Cancel\" first)"
    #expect(message { try driver.performTap("Edit") } == covered)
    #expect(message { try driver.performTap(Locator("Dune", kind: .row)) } == covered)
    #expect(message { try driver.row("Dune").tap() } == covered)
    let refused = #expect(throws: Diagnostic.self) { try driver.back() }
    #expect(refused?.code == "action.impossible")
    #expect(refused?.hint == "tap \"OK\" or \"Cancel\" first")
    #expect(
      message { try driver.performTap("Okay") }
        == "locator.none: no action matches \"Okay\" in the alert \"New Book\"; available: \"OK\", \"Cancel\"")
    #expect(message { try driver.performTap("OK") } == "action.impossible: the button \"OK\" is disabled")
    #expect(
      message { try driver.typeInAlert("x", field: .named("Nam")) }
        == """
        locator.none: no field matches "Nam" in the alert "New Book"; available: "Name" (did you mean "Name"?)
        """
    )
    #expect(
      message { try driver.tapSheet("Cancel") }
        == "locator.none: no sheet is open, but the alert \"New Book\" is (tap \"OK\" or \"Cancel\" first)")
    // What a name means is in the dialog, which the message names.
    #expect(
      message { _ = try driver.row("Nix") }
        == "locator.none: the alert \"New Book\" is open and covers the screen; no row matches \"Nix\" on \"books\""
        + " (tap \"OK\" or \"Cancel\" first)")
    #expect(
      message { _ = try driver.row("ok") }
        == "locator.none: \"OK\" is an action of the alert \"New Book\", which covers the screen (tap it)")
    #expect(
      message { _ = try driver.cell("Nam") }
        == "locator.none: the alert \"New Book\" is open and covers the screen; no cell matches \"Nam\" on \"books\""
        + " (did you mean \"Name\"?)")
    try driver.tapAlert("Cancel")
    #expect(message { try driver.tapAlert("OK") } == "locator.none: no alert is open")
    #expect(message { try driver.typeInAlert("x") } == "locator.none: no alert is open")
  }

  @Test func whatIsDisabledOrMissingSaysWhy() throws {
    #expect(message { try driver.performTap("Off") } == "action.impossible: the button \"Off\" is disabled")
    #expect(message { try driver.menu() } == "action.impossible: the application has no menu")
    #expect(message { try driver.tapTitle() } == "action.impossible: the title of \"books\" is not actionable")
    #expect(message { try driver.close() } != nil)
    #expect(
      message { try driver.filter("Novels") }
        == "locator.none: no scope matches \"Novels\" on \"books\"; available: \"Novel\", \"All\","
        + " \"Science\" (did you mean \"Novel\"?)"
    )
    try driver.filter("Novel")
    #expect(driver.screen.search?.scope == 1)
    try driver.search("dune")
    try driver.filter("all")
    #expect(try driver.rows() == ["Dune"])
  }

  @Test func remembersTheLastActions() throws {
    for number in 1...25 { driver.remember("\(number)") }
    #expect(driver.actions.count == AppDriver.limit)
    #expect(driver.actions.first == "6")
  }
}
