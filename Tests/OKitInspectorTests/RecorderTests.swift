import OKitInspector
import OKitTestSupport
import Testing

/// What the Inspector records.
@Suite struct RecorderTests {
  /// Notes what it is told.
  private final class Notes: InspectorRecorder {
    var window: Int?
    var version = 0
    var lines: [RecordedLine] = []

    func begin(inWindow number: Int) { (window, version) = (number, version + 1) }
    func end() { (window, version) = (nil, version + 1) }
    func willPerform(_ action: JSONValue) { add("will \((try? action.json()) ?? "")") }
    func didPerform(_ error: Diagnostic?) { add("did \(error?.code.rawValue ?? "it")") }
    func expect(_ element: ElementID) { add("expect \(element)") }
    func exchange(_ line: Int, by text: String) { lines[line].text = text }
    func text() -> String { lines.map(\.text).joined(separator: "\n") }
    func verify(_ reply: @escaping (Result<(passes: Bool, output: String), Diagnostic>) -> Void) {
      reply(.success((passes: true, output: "1 passed")))
    }

    private func add(_ text: String) {
      lines.append(RecordedLine(number: lines.count, text: text, alternatives: [], isExpectation: false))
      version += 1
    }
  }

  @Test func isToldOfTheActionsOfItsWindow() throws {
    let app = try InspectedApplication()
    let recorder = Notes()
    app.inspector.recorder = recorder
    #expect(try app.ask("record", ["on": true]) == ["isOn": true, "lines": []])
    let other = TestPage(app.live)
    try other.send(.hello(.init()))
    try other.act(1, "refresh")
    #expect(recorder.lines == [])
    try app.page.act(1, ["tap": "right:7"])
    try app.page.act(2, ["tap": "right:0"])
    #expect(
      recorder.lines.map(\.text) == [
        "will {\"tap\":\"right:7\"}", "did action.impossible", "will {\"tap\":\"right:0\"}", "did it",
      ])
    let news = try #require(app.page.messages.last { $0["recording"] != nil })
    #expect(news["recording"]?["lines"]?.elements.count == 4)
    try app.ask("expect", ["element": "title"])
    try app.ask("exchange", ["line": 0, "by": "first"])
    #expect(try app.ask("test") == .string(recorder.text()))
    #expect(recorder.lines.first?.text == "first")
    #expect(recorder.lines.last?.text == "expect title")
    #expect(try app.ask("verify") == ["passes": true, "output": "1 passed"])
    try app.ask("close")
    #expect(recorder.window == nil)
  }

  @Test func needsARecorder() throws {
    let app = try InspectedApplication()
    for (name, arguments) in [("record", ["on": true]), ("test", [:]), ("verify", [:])] as [(String, JSONValue)] {
      #expect(try app.failure(name, arguments) == "inspect.record", "\(name)")
    }
  }

  @Test func offersLocatorsThatFitOneElement() throws {
    let app = try InspectedApplication()
    let screen = try app.live.application.screen(ofWindow: 2)
    func alternatives(_ action: ScreenAction) -> [String] {
      ActionStatement(action, on: screen).alternatives(on: screen)
    }
    let button = try #require(BarButtonID("right:0"))
    #expect(
      alternatives(.tapBarButton(button)) == [
        "app:byRole(\"button\", \"Count\"):tap()", "app:byLabel(\"Count\"):tap()", "app:tap(\"Count\")",
      ])
    let row = try #require(ScreenAction.RowTarget(try app.row(1)))
    // Only a row can be deleted.
    #expect(alternatives(.delete(row)) == ["app:row(\"Book 2\"):delete()"])
    #expect(alternatives(.tapRow(row)).last == "app:row(\"Book 2\"):tap()")
    #expect(alternatives(.back) == ["app:back()"])
  }
}
