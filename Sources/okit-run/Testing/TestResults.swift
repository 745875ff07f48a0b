/// The results of a run by test file: its passed and failed tests, and the files that it depends on.
struct TestResults {
  struct File {
    var passed: Set<String> = []
    var failed: Set<String> = []
    var isComplete = false
  }

  private(set) var files: [String: File] = [:]
  /// The absolute paths of the files that each test file depends on.
  private(set) var dependencies: [String: Set<String>] = [:]

  mutating func add(_ job: TestJob, _ message: TestMessage) {
    switch message {
    case .event(let event):
      let name = event.path.joined(separator: " ")
      if event.kind == .pass { files[job.file, default: File()].passed.insert(name) }
      if event.kind == .fail { files[job.file, default: File()].failed.insert(name) }
    case .end(let end):
      // Names that select nothing any more are those of deleted tests.
      files[job.file, default: File()].isComplete =
        end.selected == end.total || (!job.names.isEmpty && end.selected == 0)
      dependencies[job.file] = Set(end.files.map(LocalFile.absolutePath))
    case .print, .hook: break
    }
  }
}
