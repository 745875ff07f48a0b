import OKitEngine
import OKitTestRunner
import OKitTestSupport

extension TestFolder {
  /// Runs all tests of the folder; what is printed has neither its path nor times.
  func run(_ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> (summary: TestSummary, output: String) {
    var options = TestRunner.Options()
    options.paths = [path]
    options.host.print = { _ in }
    options.host.configure = { $0.parts = .everything }
    change(&options)
    var output = ""
    let summary = try TestRunner(options, reporter: TestFormat.pretty.reporter { output += $0 }).run()
    return (summary, output.replacing(path + "/", with: "").replacing(#/in \d+\.\d+ s/#, with: "in 0 s"))
  }

  /// The report of all tests in a format.
  func report(_ format: TestFormat, _ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> String {
    var options = TestRunner.Options()
    options.paths = [path]
    options.host.print = { _ in }
    options.host.configure = { $0.parts = .everything }
    change(&options)
    var output = ""
    _ = try TestRunner(options, reporter: format.reporter { output += $0 }).run()
    return output
  }

  /// The outcomes, one a line: `ok name` or `FAIL name: message`, with the places of failures.
  func outcomes(_ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> [String] {
    var options = TestRunner.Options()
    options.paths = [path]
    options.host.print = { _ in }
    options.host.configure = { $0.parts = .everything }
    change(&options)
    let recorder = OutcomeRecorder()
    _ = try TestRunner(options, reporter: recorder).run()
    return recorder.lines.map { $0.replacing(path + "/", with: "") }
  }
}

private final class OutcomeRecorder: TestReporter {
  private(set) var lines: [String] = []

  func begin(_ run: TestRun) {}
  func finish(_ summary: TestSummary) {}

  func report(_ event: TestEvent) {
    switch event.kind {
    case .start: break
    case .pass: lines.append("ok \(event.name)")
    case .pending, .skip: lines.append("\(event.kind) \(event.name): \(event.reason ?? "")")
    case .fail:
      for failure in event.failures {
        let place = failure.place.map { " at \($0)" } ?? ""
        lines.append("FAIL \(event.name): \(failure.message)\(place)")
      }
    }
  }
}
