import OKitTestSupport
import Testing

@testable import OKitEngine

/// The services of an application for reporting: diagnostics, the log, texts.
@Suite struct ReportingTests {
  private let sample: AppSample
  private var runtime: AppRuntime { sample.runtime }

  init() throws { sample = try AppSample() }

  @Test func aDiagnosticIsReportedOncePerTurn() throws {
    var heard: [Diagnostic.Code] = []
    runtime.diagnosticLog.onReport = { heard.append($0.code) }
    for _ in 0..<2 {
      try runtime.turn {
        for _ in 0..<3 {
          runtime.report(Diagnostic("test.problem", "a problem"))
          runtime.report(Diagnostic("binding.syntax", "a mistake in a binding"))
        }
      }
    }
    // Mistakes in bindings are the same for each row and turn.
    #expect(heard == ["test.problem", "binding.syntax", "test.problem"])
    #expect(runtime.diagnostics.map(\.code) == heard)
  }

  @Test func aFailureIsReportedEachTime() throws {
    let failure = Diagnostic("binding.call", "a function that cannot be called")
    for _ in 0..<3 { try runtime.turn { runtime.fail(failure) } }
    #expect(runtime.diagnostics.map(\.code) == ["binding.call", "binding.call", "binding.call"])
  }

  @Test func aDiagnosticWithoutAPlaceGetsThatOfTheScript() {
    let (line, own) = (Diagnostic.Place(file: "app.lua", line: 7), Diagnostic.Place(file: "lib.lua", line: 1))
    (sample.host.place, sample.host.notes) = (line, [.coroutine])
    runtime.report(Diagnostic("test.problem", "one"))
    runtime.report(Diagnostic("test.problem", "two", place: own))
    #expect(runtime.diagnostics.map(\.place) == [line, own])
    #expect(runtime.diagnostics[0].notes == [.coroutine])
  }

  @Test func limitsAreReportedByTheTurn() {
    runtime.report(Diagnostic(ExecutionBudget.code, "too long"))
    #expect(runtime.diagnostics.isEmpty)
    runtime.diagnosticLog.record(Diagnostic(ExecutionBudget.code, "too long"))
    #expect(runtime.diagnostics.map(\.code) == [ExecutionBudget.code])
  }

  @Test func theLogKeepsItsOrder() {
    var heard: [String] = []
    runtime.applicationLog.onWrite = { heard.append($0.message) }
    for level in LogEntry.Level.allCases { runtime.applicationLog.write(LogEntry(level, level.rawValue)) }
    #expect(heard == ["debug", "info", "warn", "error"])
    #expect(runtime.log.map(\.level) == LogEntry.Level.allCases)
  }

  @Test func newTextsChangeTheScreen() throws {
    try sample.define("greeting", .detail, ["titlePath": "%hello"])
    try runtime.turn { try runtime.navigate(to: "greeting", context: nil) }
    #expect(runtime.screen().title == "hello")
    runtime.add(Localization(tables: ["en": ["hello": "Good day"]]))
    #expect(runtime.screen().title == "Good day")
    runtime.add(Localization(tables: ["en": ["hello": "Hi"], "de": ["hello": "Guten Tag"]]))
    #expect(runtime.screen().title == "Hi")
    #expect(runtime.texts.text("Cancel") == "Cancel")
  }

  @Test func theTimeZoneIsChecked() {
    var configuration = AppConfiguration(
      clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)),
      storage: TransientStorage())
    configuration.timeZone = "Europe/Berlni"
    #expect { try AppRuntime(configuration) } throws: { ($0 as? Diagnostic)?.code == "function.timeZone" }
  }
}
