import Foundation
import OKitInspector
import OKitTestSupport
import Testing

/// Earlier and later states of the models, in which nothing runs.
@Suite struct TravelTests {
  private let folder: TestFolder
  private let app: InspectedApplication
  private var runtime: AppRuntime { app.live.application.runtime }

  init() throws {
    folder = try TestFolder()
    app = try InspectedApplication(documents: "\(folder.path)/documents")
    for number in 1...50 {
      let path = number.isMultiple(of: 5) ? "/books/\(number)/pages" : "/books/0/title"
      try app.ask("set", ["path": .string(path), "value": .string("\(1000 + number)")])
    }
  }

  private var files: [String: Data] {
    get throws {
      let root = "\(folder.path)/documents"
      var files: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
        files[name] = FileManager.default.contents(atPath: "\(root)/\(name)")
      }
      return files
    }
  }

  private var firstTitle: JSONValue? { app.page.copy?.screen["sections"]?.first?["rows"]?.first?["text"] }

  @Test func appliesRecordedChangesOnly() throws {
    try app.live.application.store()
    let (before, documents) = (try files, runtime.store.documents)
    let (lines, turn) = (runtime.log, runtime.evaluator.turn.number)
    #expect(lines.count { $0.message.hasPrefix("observed") } == 40)
    for position in (0..<50).reversed() {
      #expect(try app.ask("travel", ["to": .int(position)])["position"] == .int(position))
    }
    #expect(firstTitle == "Book 1")
    for position in 1..<50 { try app.ask("travel", ["to": .int(position)]) }
    #expect(firstTitle == "1049")
    try app.ask("travel", ["to": 20])
    #expect(firstTitle == "1019")
    // Nothing runs meanwhile, whatever is due.
    #expect(app.live.application.nextEvent == nil)
    app.live.continueByItself()
    #expect(runtime.evaluator.turn.number == turn)
    #expect(try app.ask("travel", ["to": 50])["position"] == 50)
    #expect(firstTitle == "1049")
    #expect(runtime.log == lines)
    #expect(runtime.store.documents == documents)
    // Nothing is to be stored.
    #expect(runtime.registry.pending == [])
    try app.live.application.store()
    #expect(try files == before)
    #expect(runtime.log == lines)
    // What observes the models goes on.
    try app.ask("set", ["path": "/books/0/title", "value": "Dune"])
    #expect(runtime.log.last?.message == "observed Dune")
    #expect(runtime.timeline.present == 51)
  }

  @Test func storesWhatWasNotStoredBefore() throws {
    try app.live.application.store()
    try app.ask("set", ["path": "/books/0/title", "value": "Dune"])
    try app.ask("travel", ["to": 0])
    try app.ask("travel", ["to": 51])
    #expect(runtime.registry.pending == ["default"])
    try app.live.application.store()
    #expect(runtime.registry.pending == [])
  }

  @Test func refusesActionsOfThePast() throws {
    try app.ask("travel", ["to": 20])
    let actions: [JSONValue] = [["tap": .string(try app.row(1))], "undo", "redo", "endEditing"]
    for (number, action) in actions.enumerated() {
      try app.page.act(number + 1, action)
      #expect(app.page.error == "app.past", "\(action)")
    }
    #expect(try app.failure("set", ["path": "/notes", "value": 3]) == "app.past")
    #expect(throws: Diagnostic.self) { try app.live.application.evaluate("1") }
    #expect(firstTitle == "1019")
    #expect(runtime.timeline.position == 20)
  }

  @Test func discardsLaterSteps() throws {
    try app.ask("travel", ["to": 20])
    let timeline = try app.ask("discard")
    #expect(timeline["present"] == 20)
    #expect(timeline["count"] == 20)
    #expect(firstTitle == "1019")
    // As after undoing them, observers have run.
    #expect(runtime.log.last?.message == "observed 1019")
    try app.page.act(1, ["tap": .string(try app.row(1))])
    #expect(app.page.last?["error"] == nil)
    #expect(app.page.copy?.screen["title"] == "Book 2")
  }

  @Test func showsStepsThatWereUndone() throws {
    for number in 1...3 { try app.page.act(number, "undo") }
    #expect(try app.ask("travel", ["to": 50])["present"] == 47)
    #expect(firstTitle == "1049")
    try app.ask("travel", ["to": 47])
    #expect(firstTitle == "1047")
    try app.page.act(4, "redo")
    #expect(firstTitle == "1048")
  }

  @Test(arguments: ["close", "cut", "other", "background", "stop", "reload"])
  func returnsToThePresent(_ end: String) throws {
    try app.ask("travel", ["to": 10])
    switch end {
    case "close": try app.ask("close")
    case "cut": app.page.cut()
    case "other": try TestPage(app.live).send(.hello(.init()))
    case "background":
      try app.page.send(.view(PageView(isVisible: true, width: 400)))
      try app.page.send(.view(PageView(isVisible: false, width: 400)))
      app.live.continueByItself(at: .now + .seconds(3))
    case "stop": try app.live.stop()
    default: try app.live.reload()
    }
    #expect(!runtime.isPast)
    #expect(runtime.store.documents["default"]?["books"]?.first?["title"] == "1049")
  }
}
