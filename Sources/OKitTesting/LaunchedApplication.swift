import OKitEngine
import OKitLua

/// An application that a test has launched; ended and started again it is the same one, with the same documents.
final class LaunchedApplication: AppProcess {
  let session: AppSession
  private let script: String
  private let options: LaunchOptions
  private let pool: BridgePool
  private let documents: TemporaryDirectory
  private let clock: RuntimeClock
  private let host: TestFileRunner.Options
  /// Makes the entities of each process recognisable.
  private let nextGeneration: () -> UInt32
  private var application: LuaApplication?
  private var processes: UInt64 = 0

  /// - Throws: what launching throws, `app.documents`.
  init(
    script: String, options: LaunchOptions, pool: BridgePool, host: TestFileRunner.Options,
    nextGeneration: @escaping () -> UInt32
  ) throws {
    (self.script, self.options, self.pool) = (script, options, pool)
    (self.host, self.nextGeneration) = (host, nextGeneration)
    clock = RuntimeClock(virtual: options.now)
    documents = try TemporaryDirectory(isLarge: options.documents != nil)
    if let folder = options.documents { try documents.fill(from: folder, budget: pool.state.budget) }
    let first = try Self.start(
      script, options, documents.path, clock, host, generation: nextGeneration(), process: 0)
    application = first
    let bridge = try pool.take()
    bridge.attach(first.runtime, first.host)
    session = AppSession(driver: AppDriver(first.runtime), bridge: bridge)
    session.process = self
  }

  private static func start(
    _ script: String, _ launch: LaunchOptions, _ documents: String, _ clock: RuntimeClock,
    _ host: TestFileRunner.Options, generation: UInt32, process: UInt64
  ) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: clock)
    options.documents = documents
    (options.locale, options.timeZone) = (launch.locale, launch.timeZone)
    // Another process must not make the ids of the one before once more.
    options.seed = launch.seed &+ process &* 0x9E37_79B9_7F4A_7C15
    options.firstGeneration = generation
    options.luaPath = host.luaPath
    options.permissions = host.permissions
    host.configure(&options)
    options.arguments = launch.arguments
    // Before the test's own deadline, so that the report has the place where the application hangs.
    options.limits.time = options.limits.time.map { min($0, host.timeout / 2) }
    options.fixture = process == 0 ? launch.fixture : nil
    options.print = host.print
    let application = try LuaApplication(options: options)
    // Also of a script that fails, because a correction of it makes the test run again.
    defer { for file in application.files { host.files?.add(file) } }
    try application.run(script: script, needsScreen: true)
    return application
  }

  var isRunning: Bool { application != nil }

  func checkRunning() throws {
    guard application == nil else { return }
    throw Diagnostic(
      "action.impossible", "the application is not running", hint: "app:relaunch() starts it again")
  }

  func terminate() throws {
    session.driver.remember("terminate")
    end()
  }

  private func end() {
    guard let application else { return }
    session.archive()
    pool.detach(session.driver)
    pool.detach(session.bridge)
    self.application = nil
    // Its documents are free for the next process, even while a script still holds it.
    application.close()
  }

  func relaunch() throws {
    session.driver.remember("relaunch")
    end()
    processes += 1
    let next = try Self.start(
      script, options, documents.path, clock, host, generation: nextGeneration(), process: processes)
    application = next
    session.driver.runtime = next.runtime
    session.bridge.attach(next.runtime, next.host)
  }

  /// Ends the application permanently and deletes its documents.
  func close() {
    end()
    pool.put(session.bridge)
  }
}
