package import OKitExplore

/// The explorations of an application, or those that a test file declares.
package struct ExplorationFile: Sendable {
  /// The test file; that of an application is not on disk.
  package let file: String
  /// The text of the test of an application.
  private let text: String?
  /// The line of the exploration to run; nil for all.
  private let line: Int?

  /// - Parameter path: `APP.lua`, `FILE_test.lua` or `FILE_test.lua:LINE`.
  /// - Throws: `test.path`.
  package init(_ path: String) throws {
    guard let target = try TestFiles.find(in: [path]).first else {
      throw Diagnostic("test.path", "\(path) has no test file", hint: "name a script, or a test file")
    }
    line = target.lines.first
    guard !TestFiles.endings.contains(where: target.file.hasSuffix) else {
      (file, text) = (target.file, nil)
      return
    }
    let name = String(target.file.split(separator: "/").last ?? "")
    let folder = LuaApplication.folder(of: target.file)
    file = folder == "." ? "explore" : "\(folder)/explore"
    text = "it.explore(\(LuaText.quoted(name)), { app = \(LuaText.quoted(name)) })"
  }

  /// Whether the file is an application, without properties.
  package var isApplication: Bool { text != nil }

  /// Makes what runs the explorations on this thread.
  ///
  /// - Throws: What reading the test file throws; `explore.none` for one without explorations.
  package func explorations(
    _ options: TestFileRunner.Options
  ) throws -> (runner: TestFileRunner, explorations: [DeclaredExploration]) {
    var options = options
    options.text = text
    let runner = try TestFileRunner(file: file, options: options)
    if let mistake = try runner.mistake() { throw mistake }
    var found = runner.explorations
    if let line {
      // The one that the line belongs to begins last before it.
      found = found.filter { ($0.place?.line ?? 0) <= line }.suffix(1)
    }
    guard !found.isEmpty else {
      let lines = runner.explorations.compactMap { $0.place.map { "line \($0.line)" } }
      throw Diagnostic(
        "explore.none", "\(file) declares no exploration" + (line.map { " at or before line \($0)" } ?? ""),
        hint: lines.isEmpty
          ? "declare one: it.explore(\"never fails\", { app = \"app.lua\" })"
          : "there are some at \(lines.joined(separator: ", "))")
    }
    return (runner, found)
  }
}

/// Runs jobs of an exploration on several threads, each with a Lua state of its own.
package final class ThreadTeam: ExplorationTeam {
  private let count: Int
  private let make: @Sendable () throws -> any ExplorationHost

  /// - Parameter make: Called on each thread.
  package init(_ count: Int, make: @escaping @Sendable () throws -> any ExplorationHost) {
    (self.count, self.make) = (count, make)
  }

  package func run(_ jobs: [ExplorationJob]) throws -> [ExplorationJob.Outcome] {
    let batch = JobBatch(jobs, make)
    try WorkerThreads.run(min(count, jobs.count)) { batch.work() }
    return try batch.outcomes()
  }
}
