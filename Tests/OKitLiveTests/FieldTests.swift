import OKitLive
import OKitTestSupport
import Testing

/// What happens when the focus leaves a field.
@Suite struct FieldTests {
  private static let form = """
    local okit = require "okit"
    local Trip = okit.Model:extend("Trip", { place = "Rome", days = 3 })
    okit.Model.initialize(function() okit.Model.register(Trip) end)
    okit.ModelForm:extend("home", {
      contextPath = "/", editAlways = "#true", endEdit = "close",
      right = { okit.ModelBarButtonItem { title = "#Ask", tap = function() okit.alert { title = "Sure?" } end } },
      sections = { { cells = {
        okit.ModelTextCell {
          path = "#Place", dataPath = "place", validationFormula = "value != 'x'", validationMessage = "#Another one.",
        },
        okit.ModelTableCell { path = "#Goes to", detailPath = "place" },
      } } },
    })
    """

  private let live: LiveApplication
  private let page: TestPage

  init() throws {
    live = try TestApplication.launch(Self.form)
    page = TestPage(live)
    try page.send(.hello(.init()))
  }

  private func row(_ number: Int) throws -> JSONValue? {
    try page.copy?.screen["sections"]?.first?.array("rows")[number]
  }

  @Test func writesWhatIsValid() throws {
    try page.act(1, ["edit": "cell:0/control", "text": "Oslo"])
    #expect(try row(1)?["detail"] == "Rome")
    #expect(page.copy?.screen["keyboard"] != .null)
    try page.act(2, "endEditing")
    #expect(page.last == ["type": "done", "seq": 2])
    #expect(try row(1)?["detail"] == "Oslo")
    #expect(page.copy?.screen["keyboard"] == .null)
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
    let revision = page.copy?.revision
    try page.act(3, "endEditing")
    #expect(page.last == ["type": "done", "seq": 3])
    #expect(page.copy?.revision == revision)
  }

  @Test func showsWhatIsNotValid() throws {
    try page.act(1, ["edit": "cell:0/control", "text": "x"])
    #expect(try row(0)?["control"]?["error"] == nil)
    try page.act(2, "endEditing")
    #expect(page.last == ["type": "done", "seq": 2])
    #expect(try row(0)?["control"]?["error"] == "Another one.")
    #expect(try row(0)?["control"]?["value"] == "x")
    #expect(try row(1)?["detail"] == "Rome")
    #expect(page.copy?.screen["keyboard"] == .null)
  }

  @Test func belongsToTheScreenOfTheField() throws {
    try page.act(1, ["edit": "cell:0/control", "text": "Oslo"])
    let instance = try JSONValue.object(page.copy?.screen ?? [:]).int("instance")
    try page.act(2, "endEditing", instance: instance + 1)
    #expect(page.error == "action.stale")
    #expect(try row(1)?["detail"] == "Rome")
    // Null is the instance of a cover, which is not shown.
    page.send(text: #"{"type":"act","seq":3,"instance":null,"action":"endEditing"}"#)
    #expect(page.error == "action.stale")
    page.send(text: #"{"type":"act","seq":4,"action":"endEditing"}"#)
    #expect(page.error == "live.message")
    #expect(try row(1)?["detail"] == "Rome")
  }
}
