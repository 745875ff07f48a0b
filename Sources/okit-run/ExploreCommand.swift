import Glibc
internal import OKitExplore
import OKitHTTP

/// `okit-run explore app.lua`
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Looks for faults by using an application as people do.",
    discussion: """
      Performs actions that a person could perform, with unusual values, timers, relaunches and faults of servers, and \
      checks that no script fails, that no screen is a dead end, that nothing is lost by a relaunch, that undo and \
      redo work, and that no screen shows an old value. Documents are in memory, and no request leaves the process. \
      Each finding becomes the shortest test that fails. Of a test file, it explores what that declares with it.explore.

      The exit code is 0 without findings, 1 with findings, and 2 if nothing could be explored. With the same seed, \
      the findings are the same.

      EXAMPLES:
        Explores an application:
          okit-run explore app.lua
        Explores for ten minutes with other choices:
          okit-run explore app.lua --time 10m --seed 7
        Explores what a test file declares at a line:
          okit-run explore shop_test.lua:3
        Draws the screens and the ways between them:
          okit-run explore app.lua --map app.svg
        Leaves out relaunches, and does not check undo:
          okit-run explore app.lua --without relaunch --without undo
      """)

  @Option(
    help: ArgumentHelp(
      "The number of steps, also of those that lead back to a state (default: 20000).", valueName: "number"))
  var steps: Int?

  @Option(
    help: ArgumentHelp("The time in place of a number of steps, such as 10m.", valueName: "span"),
    transform: OptionValue.timeSpan)
  var time: Double?

  @Option(help: "The seed of all choices.", transform: OptionValue.idSeed)
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Explores on this many threads, with the same findings.", valueName: "threads"))
  var jobs = 1

  @Option(
    help: ArgumentHelp(
      "Performs only steps of this kind, or checks only with this oracle. May be repeated.", valueName: "name"),
    completion: .list(ExploredStep.Kind.names + Oracle.names))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Leaves out this kind of steps, or this oracle. May be repeated.", valueName: "name"),
    completion: .list(ExploredStep.Kind.names + Oracle.names))
  var without: [String] = []

  @Option(
    help: ArgumentHelp("The folder for the tests, traces and pages of findings.", valueName: "dir"),
    completion: .directory)
  var output = "explore"

  @Option(
    help: ArgumentHelp(
      "Performs the flows of the findings in this folder first, and adds new ones.", valueName: "dir"),
    completion: .directory)
  var corpus: String?

  @OptionGroup var map: MapOptions

  @Option(
    help: ArgumentHelp("Writes the shortest flow to each screen as a test.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var mapTests: String?

  @Option(help: "The format of the report.")
  var format: ExploreFormat = .text

  @Option(
    help: ArgumentHelp(
      "A folder that require searches after the script's own, or a template such as 'dir/?.lua'.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(
    help: ArgumentHelp(
      "Grants applications permissions beyond the sandbox; see \"okit-run help run\".", valueName: "permissions"))
  var allow: [String] = []

  @OptionGroup var memory: MemoryLimits

  @ArgumentParser.Argument(
    help: "The script of an application, or a test file, FILE:LINE.", completion: .file(extensions: ["lua"]))
  var path: String

  func validate() throws {
    guard steps ?? 1 > 0 else { throw ValidationError("--steps must be at least 1.") }
    if steps != nil, time != nil { throw ValidationError("--time excludes --steps.") }
    guard jobs > 0 else { throw ValidationError("--jobs must be at least 1.") }
    if output.isEmpty { throw ValidationError("--output needs the name of a folder.") }
    if mapTests == "" { throw ValidationError("--map-tests needs the name of a file.") }
    if corpus == "" { throw ValidationError("--corpus needs the name of a folder.") }
    _ = try choice()
    _ = try OptionValue.permissions(allow)
  }

  func run() throws {
    SignalMask.unblock(SIGTERM, SIGHUP, SIGINT)
    let messages = Output(format: format == .json ? .json : .text)
    try messages.reporting {
      try ShutdownSignal.handling {
        do {
          let count = try ExploreSession(self, messages).run()
          if ShutdownSignal.number == SIGINT { throw CommandFailure(status: 130) }
          if count > 0 { throw CommandFailure.failed() }
        } catch var diagnostic as Diagnostic {
          if Self.withoutServer.contains(diagnostic.code) {
            diagnostic.hint = "declare the answers in a test file: it.explore(\"x\", { app = …, endpoint = { … } })"
          }
          throw diagnostic.code == "file.write" ? CommandFailure.failed(diagnostic) : CommandFailure.usage(diagnostic)
        }
      }
    }
  }

  /// The codes of an application that does not start without a server.
  private static let withoutServer: Set<Diagnostic.Code> = ["http.endpoint", "http.unreachable", "net.unreachable"]

  /// The kinds of steps and the oracles that were chosen.
  private func choice() throws -> (kinds: Set<ExploredStep.Kind>, oracles: Set<Oracle>) {
    var (kinds, oracles) = (Set(ExploredStep.Kind.allCases), Set(Oracle.allCases))
    let wanted = (kinds: only.compactMap(ExploredStep.Kind.init), oracles: only.compactMap(Oracle.init))
    if !wanted.kinds.isEmpty { kinds = Set(wanted.kinds) }
    if !wanted.oracles.isEmpty { oracles = Set(wanted.oracles) }
    for name in only + without {
      let names = ExploredStep.Kind.names + Oracle.names
      guard !names.contains(name) else { continue }
      let hint = NearestName.hint(for: name, in: names).map { " (\($0))" } ?? ""
      throw ValidationError("unknown kind or oracle \"\(name)\"; expected one of \(PrintableText.list(names))\(hint).")
    }
    kinds.subtract(without.compactMap(ExploredStep.Kind.init))
    oracles.subtract(without.compactMap(Oracle.init))
    guard !kinds.isEmpty, !oracles.isEmpty else {
      throw ValidationError("--only and --without leave nothing to do.")
    }
    return (kinds, oracles)
  }

  func settings() throws -> ExplorationSettings {
    var settings = ExplorationSettings()
    settings.steps = steps ?? settings.steps
    settings.seed = seed
    settings.time = time.map { .seconds($0) }
    (settings.kinds, settings.oracles) = try choice()
    settings.writesFlows = map.map != nil || mapTests != nil
    settings.mustEnd = { ShutdownSignal.number != nil }
    return settings
  }

  /// The options of applications and test files, for one thread.
  func runnerOptions() throws -> TestFileRunner.Options {
    var options = TestFileRunner.Options()
    options.luaPath = luaPath
    options.permissions = try OptionValue.permissions(allow)
    let memory = memory
    options.configure = {
      $0.parts = .all(endpoint: EndpointOptions())
      memory.apply(to: &$0)
    }
    memory.apply(to: &options.limits)
    // What applications print is not a part of the result.
    options.print = { _ in }
    return options
  }
}

enum ExploreFormat: String, ExpressibleByArgument, CaseIterable { case text, json, junit, sarif }
