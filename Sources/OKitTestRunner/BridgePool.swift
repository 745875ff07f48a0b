/// The kinds of objects that a test's Lua state has for the applications that it launches.
///
/// A state never forgets a kind, so that a bridge whose application has ended waits for the next one. Until then it
/// stands for an application in which there is nothing: objects that a test still holds report its end.
final class BridgePool {
  let state: LuaState
  let dates: DateKind
  private let nothing: Nothing
  private var all: [AppBridge] = []
  private var free: [AppBridge] = []
  /// Data from scripts when there is no application yet.
  let reader: AppBridge

  /// - Parameter context: what dates are formatted with.
  init(_ state: LuaState, context: @escaping () -> FunctionContext) throws {
    self.state = state
    nothing = try Nothing()
    dates = try DateKind(state, context: context)
    reader = try AppBridge(
      state: state, runtime: nothing.runtime, host: nothing.host, isForeign: true, dates: dates)
  }

  /// A bridge without an application yet.
  func take() throws -> AppBridge {
    if let bridge = free.popLast() { return bridge }
    let bridge = try AppBridge(
      state: state, runtime: nothing.runtime, host: nothing.host, isForeign: true, dates: dates)
    all.append(bridge)
    return bridge
  }

  /// Lets a bridge stand for nothing, between two processes of an application.
  func detach(_ bridge: AppBridge) { bridge.attach(nothing.runtime, nothing.host) }

  /// Takes a bridge back for the next application.
  func put(_ bridge: AppBridge) {
    detach(bridge)
    free.append(bridge)
  }

  /// Connects a driver to an empty runtime, so that it no longer refers to its application.
  func detach(_ driver: AppDriver) { driver.runtime = nothing.runtime }

  /// The number of bridges.
  var count: Int { all.count }

  func release(_ objects: [LuaObject]) {
    for bridge in all { bridge.release(objects) }
  }

  var context: FunctionContext { nothing.runtime.evaluator.functionContext() }

  /// An application that has ended, with no model and no screen.
  private final class Nothing {
    let runtime: AppRuntime
    let state: LuaState
    let host: ScriptHost

    init() throws {
      let storage = TransientStorage()
      runtime = try AppRuntime(
        AppConfiguration(clock: RuntimeClock(virtual: LaunchOptions.start), storage: storage))
      state = try LuaState()
      let (runtime, state) = (runtime, state)
      host = try state.closing(onFailureOf: {
        try ScriptHost(state: state, runtime: runtime, LuaApplication.Options(clock: runtime.clock))
      })
      runtime.terminate()
    }

    deinit {
      state.close()
      host.disconnect()
    }
  }
}
