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
    guard PathKind(of: path) != .folder, let target = try TestFiles.find(in: [path]).first else {
      throw Diagnostic("test.path", "\(path) is a folder; name a script, or a test file")
    }
    line = target.lines.first
    let declaration = Self.declaration(of: target.file)
    guard line == nil || declaration == nil else {
      throw Diagnostic("test.path", "\(target.file) is no test file, so that it has no exploration at a line")
    }
    (file, text) = (declaration?.file ?? target.file, declaration?.text)
  }

  /// The exploration of an application without properties, whose models are on an empty server if they are on one, and
  /// the file that would declare it; nil for a test file.
  static func declaration(of script: String) -> (file: String, text: String)? {
    guard !TestFiles.endings.contains(where: script.hasSuffix) else { return nil }
    let name = LuaText.quoted(String(script.split(separator: "/").last ?? ""))
    let folder = LuaApplication.folder(of: script)
    return (
      folder == "." ? "explore" : "\(folder)/explore",
      "it.explore(\(name), { app = \(name), endpoint = okit.endpoint_store {} })"
    )
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
    for index in found.indices { found[index].endpointIsOptional = isApplication }
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
