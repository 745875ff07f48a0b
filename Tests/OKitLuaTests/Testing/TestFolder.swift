import Glibc
import OKitEngine
import OKitLua

/// A folder with test files and applications, and what running them gives.
final class TestFolder {
  let path: String

  init(_ files: [String: String]) throws {
    var template = Array("/tmp/okit-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Diagnostic("test.folder", "no folder") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for (name, text) in files { write(text, to: name) }
  }

  deinit { remove("") }

  private func remove(_ folder: String) {
    for name in names(folder).map({ "\(folder)/\($0)" }) where unlink(path + name) != 0 { remove(name) }
    rmdir(path + folder)
  }

  func write(_ text: String, to name: String) {
    guard let file = fopen("\(path)/\(name)", "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  func names(_ folder: String) -> [String] {
    guard let directory = opendir("\(path)/\(folder)") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Runs all tests of the folder; what is printed has neither its path nor times.
  func run(_ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> (summary: TestSummary, output: String) {
    var options = TestRunner.Options()
    options.paths = [path]
    options.host.print = { _ in }
    change(&options)
    var output = ""
    let summary = try TestRunner(options, reporter: TestFormat.pretty.reporter { output += $0 }).run()
    return (summary, output.replacing(path + "/", with: "").replacing(#/in \d+\.\d+ s/#, with: "in 0 s"))
  }

  /// The outcomes, one a line: `ok name` or `FAIL name: message`, with the places of failures.
  func outcomes(_ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> [String] {
    var options = TestRunner.Options()
    options.paths = [path]
    options.host.print = { _ in }
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

/// A list of notes.
enum NotesSample {
  static let script = """
    local t = okit.types
    local Note = okit.ModelEntity:extend("Note", { name = "" })
    function Note:fail() error("no ink left") end
    function Note:ask() okit.alert { title = "Sure?" } end
    local Pad = okit.Model:extend("Pad", { notes = t.list(Note) })
    local pad = okit.Model.register(Pad)
    okit.Model.state(function() okit.Model.store(pad) end)
    okit.ModelListTableController:extend("notes", {
      type = "Note", dataPath = "notes", titlePath = "%Notes", rowSort = "name", more = "#true",
      moreActions = { { name = "%Fail", tap = "fail()" }, { name = "%Ask", tap = "ask()" } },
      cell = okit.ModelTableCell { path = "name" },
    })
    """

  static let fixture = "{ fixture = { notes = { { id = 'a', name = 'Apples' }, { id = 'b', name = 'Bread' } } } }"
}
