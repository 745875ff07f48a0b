/// `okit.now`, `date`, `sleep`, `after`, `every` and the tickets of `await`.
struct TimeModule: ScriptModule {
  let environment: ScriptEnvironment

  private var bridge: AppBridge { host.bridge }
  private var runtime: AppRuntime { host.runtime }

  static let functions: [OkitModule.Function<Self>] = [
    .init("now", "(): okit.Date", "Returns the time of the application's clock.") { module, _ in module.now },
    .init(
      "date", "(date: okit.DateLike|okit.DateFigures): okit.Date",
      "Creates a date from an ISO 8601 text, from seconds since 1970, or from calendar fields in the time zone."
    ) { .value(try $0.bridge.dates.read($1, $0.runtime.evaluator.functionContext())) },
    .init("today", "(): okit.Day", "Returns the current day in the time zone.") { try $0.today($1) },
    .init(
      "day", "(day: okit.DayLike|okit.DayFigures): okit.Day",
      "Creates a day from a text such as `2024-06-15`, from a date in the time zone, or from calendar fields."
    ) { .value(try $0.bridge.dates.days.read($1, $0.runtime.evaluator.functionContext())) },
    .init("sleep", "(seconds: number)", "Waits for a number of seconds.") { try $0.sleep($1) },
    .init(
      "after", "(seconds: number, fn: fun(), options?: okit.TimerOptions): okit.Handle",
      "Calls a function later. The handle cancels it."
    ) { try $0.timer($1, repeats: false) },
    .init(
      "every", "(seconds: number, fn: fun(), options?: okit.TimerOptions): okit.Handle",
      "Calls a function repeatedly. The handle cancels it."
    ) { try $0.timer($1, repeats: true) },
  ]

  static let timerOptions = DeclaredClass(
    "okit.TimerOptions", "Options of `okit.after` and `okit.every`.",
    [
      Declaration("history?", "boolean", "whether the changes of the function are steps of the history; default true"),
      Declaration("owner?", "okit.Entity|okit.Controller", "what the timer ends with, and what its function waits for"),
    ])

  /// The functions from which the prelude builds `okit.await`.
  var internals: [(String, OkitModule.Body)] {
    [
      ("is_day", { call in .value(.bool(host.bridge.dates.days.moment(call.object(0)) != nil)) }),
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

  private var now: LuaOutcome {
    runtime.store.graph.read(runtime.store.clockSource)
    return .value(bridge.dates.value(runtime.clock.now))
  }

  private func today(_ call: borrowing LuaCall) throws -> LuaOutcome {
    runtime.store.graph.read(runtime.store.clockSource)
    return .value(try bridge.dates.days.today(runtime.evaluator.functionContext()))
  }

  private func seconds(_ call: borrowing LuaCall) throws -> Double {
    let seconds = try call.double(0)
    guard seconds.isFinite, seconds >= 0 else {
      throw Diagnostic("lua.argument", "seconds must be a number from 0, got \(Value.double(seconds).scalarText ?? "")")
    }
    return seconds
  }

  private func sleep(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let seconds = try seconds(call)
    let ticket = host.makeTicket()
    _ = runtime.timers.start(after: seconds, place: call.place) { [host] in
      host.complete(ticket, [], early: false)
    }
    return try host.wait(forTicket: ticket)
  }

  /// The options `history` and `owner`.
  private func options(_ call: borrowing LuaCall) throws -> (isRecorded: Bool, owner: Owner?) {
    guard !call.isNull(2) else { return (true, nil) }
    let (options, names) = (try call.table(2), Self.timerOptions.memberNames)
    for pair in options.pairs {
      let given = if case .string(let name) = pair.key { name } else { pair.key.typeName }
      guard !names.contains(given) else { continue }
      throw Diagnostic(
        "lua.unknownMember", "unknown option \"\(given)\"; expected one of \(names.joined(separator: ", "))",
        hint: NearestName.hint(for: given, in: names)
      ).about(given)
    }
    let owner = try host.owner(options["owner"], "timer")
    guard case .bool(let isRecorded) = options["history"] else {
      if options["history"] == .null { return (true, owner) }
      throw Diagnostic("lua.argument", "the option history must be true or false, got \(options["history"].typeName)")
    }
    return (isRecorded, owner)
  }

  private func timer(_ call: borrowing LuaCall, repeats: Bool) throws -> LuaOutcome {
    let seconds = try seconds(call)
    guard !repeats || seconds > 0 else { throw Diagnostic("lua.argument", "okit.every needs more than 0 seconds") }
    let function = try call.function(1)
    let place = call.place
    let (isRecorded, owner) = try options(call)
    var own: RuntimeHandle?
    let handle = runtime.timers.start(
      after: seconds, every: repeats ? seconds : nil, isRecorded: isRecorded, place: place
    ) { [host] in
      host.running(timer: own) {
        host.start(function, []) { result in
          guard case .failure(let diagnostic) = result else { return }
          host.runtime.fail(diagnostic.appending(.timer(startedAt: place)))
        }
      }
    }
    own = handle
    host.own(owner) { [host] in
      !host.isRunning(timer: handle)
    } end: { [host] in
      host.cancel(timer: handle)
    }
    return .value(bridge.lua(.handle(handle)))
  }
}
