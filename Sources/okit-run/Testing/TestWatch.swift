import Glibc

/// Runs tests again when a file that they depend on has changed, or a key is pressed: `a` runs all, `f` the failed
/// ones, `q` quits.
struct TestWatch {
  private let session: TestSession
  private let messages: Output
  private let watch: FileWatch
  private let keys: WatchKeys
  /// The number of the run that began last.
  private var runs = 0

  private enum Request {
    case all, failed, quit
    case changed(FileWatch.Changes)
  }

  /// - Throws: `cli.watch`, `terminal.mode`.
  init(_ session: TestSession, _ messages: Output) throws {
    (self.session, self.messages, watch) = (session, messages, try FileWatch())
    keys = try WatchKeys()
  }

  /// Runs until the user quits or the input ends.
  ///
  /// - Returns: Whether no test has failed last.
  mutating func run(first choice: @escaping TestSession.Choice) throws -> Bool {
    var followed: Set<String> = []
    var started = Self.fileClock
    attempt("the chosen tests", choice)
    while true {
      let files = session.dependencies.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      watch.follow(files)
      // Files that were not watched may have changed while the tests ran.
      let missed = files.subtracting(followed).filter { Self.isModified($0, since: started) }
      followed = files
      if !missed.isEmpty {
        started = Self.fileClock
        // A file that has changed since it is watched also has an event.
        var changes = readChanges() ?? FileWatch.Changes()
        changes.files.formUnion(missed)
        run(dependentOn: changes)
        continue
      }
      messages.note(
        """
        watching \(files.count) \(files.count == 1 ? "file" : "files"); press a to run all tests, f the failed ones, \
        q to quit
        """
      )
      let request = nextRequest()
      started = Self.fileClock
      switch request {
      case .quit:
        try keys.end()
        return session.failed.isEmpty
      case .all: attempt("all tests") { _ in [] }
      case .failed:
        if session.failed.isEmpty {
          messages.note("no test has failed")
        } else {
          attempt("the failed tests", session.failed.selection)
        }
      case .changed(let changes): run(dependentOn: changes)
      }
    }
  }

  /// Runs the test files that depend on a changed file, and new ones.
  private mutating func run(dependentOn changes: FileWatch.Changes) {
    let changed = changes.files.union(changes.others)
    attempt(Self.reason(changed), ignoring: "test.none") { [session] file in
      if changes.isIncomplete || changed.contains(LocalFile.absolutePath(of: file)) { return [] }
      return session.dependencies[file, default: []].isDisjoint(with: changed) ? nil : []
    }
  }

  /// The files whose change makes tests run, as the mark of the run names them.
  private static func reason(_ changed: Set<String>) -> String {
    let folder = LocalFile.absolutePath(of: ".") + "/"
    let names = changed.sorted().map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
    guard let first = names.first else { return "files have changed" }
    if names.count == 1 { return "\(first.printableLine) has changed" }
    return "\(first.printableLine) and \(names.count - 1) more have changed"
  }

  /// Runs tests and reports what prevents it: the next change may be its correction.
  ///
  /// - Parameter reason: Why, or what, for the mark where the run begins.
  private mutating func attempt(
    _ reason: String, ignoring code: Diagnostic.Code? = nil, _ choice: @escaping TestSession.Choice
  ) {
    keys.beginRun()
    defer { keys.endRun() }
    runs += 1
    do { try session.run(choice, mark: "run \(runs): \(reason)", willFinish: keys.endRun) } catch let diagnostic
      as Diagnostic
    {
      if diagnostic.code == "test.none" { runs -= 1 }
      if diagnostic.code != code { messages.report(diagnostic) }
    } catch { messages.note("\(error.asDiagnostic)") }
  }

  /// The time that the system writes into a file that changes now.
  private static var fileClock: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time
  }

  private static func isModified(_ file: String, since time: timespec) -> Bool {
    var status = stat()
    guard stat(file, &status) == 0 else { return false }
    let modified = status.st_mtim
    return (modified.tv_sec, modified.tv_nsec) > (time.tv_sec, time.tv_nsec)
  }

  // MARK: Input

  /// Waits for a key or a change.
  private func nextRequest() -> Request {
    while true {
      var descriptors = [keys.descriptor, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[0].revents != 0 {
        if let request = readKey() { return request }
      } else if let changes = readChanges() {
        return .changed(changes)
      }
    }
  }

  /// Nil for a key without a meaning.
  private func readKey() -> Request? {
    guard let key = keys.next() else { return .quit }
    switch key {
    case UInt8(ascii: "a"): return .all
    case UInt8(ascii: "f"): return .failed
    default: return WatchKeys.quits(key) ? .quit : nil
    }
  }

  /// Several files that change together, as with a version control system, are one change.
  private static let settlingMilliseconds: Int32 = 50

  /// Nil for changes of files that are neither watched nor test files.
  private func readChanges() -> FileWatch.Changes? {
    var all = FileWatch.Changes()
    var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      let changes = watch.changes()
      all.files.formUnion(changes.files)
      all.others.formUnion(changes.others.filter { $0.hasSuffix("_test.lua") || $0.hasSuffix("_spec.lua") })
      all.isIncomplete = all.isIncomplete || changes.isIncomplete
    } while poll(&descriptor, 1, Self.settlingMilliseconds) > 0
    return all.files.isEmpty && all.others.isEmpty && !all.isIncomplete ? nil : all
  }
}
