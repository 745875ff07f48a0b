import OKitEngine

/// `okit.now`, `date`, `sleep`, `after`, `every` and the tickets of `await`.
struct TimeModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  private var bridge: AppBridge { host.bridge }
  private var runtime: AppRuntime { host.runtime }

  var functions: [(String, OkitModule.Body)] {
    [
      (
        "now",
        { _ in
          runtime.store.graph.read(runtime.store.clockSource)
          return .value(bridge.dates.value(runtime.clock.now))
        }
      ),
      ("date", { call in .value(try bridge.dates.read(call, runtime.evaluator.functionContext())) }),
      ("sleep", sleep),
      ("after", { call in try timer(call, repeats: false) }),
      ("every", { call in try timer(call, repeats: true) }),
      ("ticket", { _ in .value(.int(host.makeTicket())) }),
      ("wait", { call in try host.wait(forTicket: call.int(0)) }),
      (
        "complete",
        { call in
          host.complete(try call.int(0), try call.values(from: 1))
          return .nothing
        }
      ),
    ]
  }

  private func seconds(_ call: borrowing LuaCall) throws -> Double {
    let seconds = try call.double(0)
    guard seconds.isFinite, seconds >= 0 else {
      throw Diagnostic("lua.argument", "seconds are a number from 0 on, got \(Value.double(seconds).scalarText ?? "")")
    }
    return seconds
  }

  private func sleep(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let seconds = try seconds(call)
    let ticket = host.makeTicket()
    _ = runtime.startTimer(after: seconds, place: call.place) { [unowned host] in host.complete(ticket, []) }
    return try host.wait(forTicket: ticket)
  }

  private func timer(_ call: borrowing LuaCall, repeats: Bool) throws -> LuaOutcome {
    let seconds = try seconds(call)
    guard !repeats || seconds > 0 else { throw Diagnostic("lua.argument", "okit.every needs more than 0 seconds") }
    let function = try call.function(1)
    let handle = runtime.startTimer(after: seconds, every: repeats ? seconds : nil, place: call.place) {
      [unowned host] in
      host.start(function, []) { result in
        if case .failure(let diagnostic) = result { host.runtime.fail(diagnostic.noting("in a timer")) }
      }
    }
    return .value(bridge.lua(.handle(handle)))
  }
}
