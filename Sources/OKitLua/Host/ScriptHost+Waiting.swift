/// An event that functions wait for, with its result once it has happened.
struct Ticket {
  struct Waiting {
    let coroutine: LuaCoroutine
    let completion: (Result<Value, Diagnostic>) -> Void
    /// Whether what it changes belongs to the history.
    let isRecorded: Bool
    /// The timer whose function waits, or waits for this one.
    let timer: RuntimeHandle?
  }

  var waiting: [Waiting] = []
  /// The line that waits.
  var place: Diagnostic.Place?
  var result: Result<[LuaValue], Diagnostic>?
  /// Whether the ticket stays after its completion: as long as Lua holds the handle.
  var isKept: Bool
}

/// Functions that wait: they yield a ticket, and continue when the ticket is completed.
extension ScriptHost {
  func makeTicket(isKept: Bool = false) -> Int {
    defer { nextTicket += 1 }
    tickets[nextTicket] = Ticket(isKept: isKept)
    return nextTicket
  }

  /// Returns the outcome of a host function that waits for a ticket: the result, or a yield.
  func wait(forTicket ticket: Int) throws -> LuaOutcome {
    guard let known = tickets[ticket] else {
      throw Diagnostic("lua.wait", "the handle no longer has a result to wait for")
    }
    guard let result = known.result else {
      tickets[ticket]?.place = state.place
      return .yield([.int(ticket)])
    }
    if !known.isKept { tickets[ticket] = nil }
    return .values(try result.get())
  }

  /// Handles the outcome of running a function: calls the completion, or waits for the ticket that was yielded.
  func proceed(_ run: LuaRun, _ completion: @escaping (Result<Value, Diagnostic>) -> Void) {
    switch run {
    case .finished(let values):
      completion(
        Result { try bridge.value(values.first ?? .null) }.mapError {
          $0 as? Diagnostic ?? Diagnostic("function.failed", "\($0)")
        })
    case .yielded(let coroutine, let values):
      guard case .int(let ticket)? = values.first, tickets[ticket] != nil else {
        // The script itself has yielded, and nothing would ever resume it.
        do { try state.cancel(coroutine) } catch { runtime.fail(error) }
        completion(.failure(Diagnostic("lua.yield", "a function yielded outside of a coroutine of its own")))
        return
      }
      tickets[ticket]?.waiting.append(
        .init(
          coroutine: coroutine, completion: completion, isRecorded: runtime.store.history.isRecording,
          timer: runningTimer))
    }
  }

  /// Resumes the functions that wait for a ticket, each in a turn. Only the first completion counts.
  ///
  /// - Parameter early: Whether a function may still start to wait for the ticket.
  func complete(_ ticket: Int, _ values: [LuaValue], early: Bool = true) {
    complete(ticket, .success(values), early: early)
  }

  /// As `complete`; a failure is raised where the function waits, or reported when no function waits.
  func complete(_ ticket: Int, _ result: Result<[LuaValue], Diagnostic>, early: Bool = true) {
    if case .failure(let diagnostic) = result, let known = tickets[ticket], known.result == nil, known.waiting.isEmpty {
      runtime.fail(diagnostic)
    }
    finish(ticket, result, early: early)
  }

  /// As `complete`; a failure that no function waits for is raised where one waits later.
  ///
  /// - Parameter isRecorded: Whether what the functions change belongs to the history; nil as before they waited.
  func finish(
    _ ticket: Int, _ result: Result<[LuaValue], Diagnostic>, early: Bool, isRecorded: Bool? = nil
  ) {
    guard let known = tickets[ticket], known.result == nil else { return }
    if known.isKept || (known.waiting.isEmpty && early) {
      tickets[ticket]?.result = result
      tickets[ticket]?.waiting = []
    } else {
      tickets[ticket] = nil
    }
    for waiting in known.waiting { resume(waiting, result, isRecorded: isRecorded ?? waiting.isRecorded) }
  }

  /// Ends functions that wait for a ticket: they never continue, and close their variables.
  func end(_ ticket: Int, where matches: (Ticket.Waiting) -> Bool = { _ in true }) {
    guard let known = tickets[ticket], known.waiting.contains(where: matches) else { return }
    tickets[ticket]?.waiting.removeAll(where: matches)
    if !known.isKept, known.waiting.allSatisfy(matches) {
      tickets[ticket] = nil
      cancelRequest(of: ticket)
    }
    for waiting in known.waiting where matches(waiting) {
      do { try state.cancel(waiting.coroutine) } catch { runtime.fail(error) }
      waiting.completion(.success(.null))
    }
  }

  /// Ends functions that wait for a dialog whose window was closed. One that waits later gets an error.
  func endWaiting(for ticket: Int) {
    end(ticket)
    finish(
      ticket, .failure(Diagnostic("window.closed", "the window of the dialog was closed before the answer")),
      early: true)
  }

  /// Cancels a timer, and ends what its function waits for.
  func cancel(timer: RuntimeHandle) {
    runtime.timers.cancel(timer)
    for ticket in tickets.keys.sorted() { end(ticket) { $0.timer == timer } }
  }

  /// Whether a timer will run, or its function waits.
  func isRunning(timer: RuntimeHandle) -> Bool {
    runtime.timers.isRunning(timer) || tickets.values.contains { $0.waiting.contains { $0.timer == timer } }
  }

  private func resume(_ waiting: Ticket.Waiting, _ result: Result<[LuaValue], Diagnostic>, isRecorded: Bool) {
    // What waits when the session ends never continues: it could store again and wait for that.
    guard !isEnding else { return }
    let log = runtime.diagnosticLog
    let count = log.count
    do {
      try runtime.turns.run(isRecorded: isRecorded) {
        do {
          try running(timer: waiting.timer) {
            proceed(try runtime.timers.resuming { try run(waiting.coroutine, result) }, waiting.completion)
          }
        } catch {
          waiting.completion(.failure(error.diagnostic("function.failed")))
        }
      }
    } catch { runtime.fail(error) }
    if failureAfterWait == nil, waiting.timer == nil {
      failureAfterWait = log.diagnostics(from: count).first { $0.severity == .error }
    }
  }

  /// Returns what a function of an action has failed with first after it had waited, since the last call.
  package func takeFailureAfterWait() -> Diagnostic? {
    defer { failureAfterWait = nil }
    return failureAfterWait
  }

  /// Runs a function of a timer: what it waits for ends with the timer.
  func running(timer: RuntimeHandle?, _ body: () throws -> Void) rethrows {
    let previous = runningTimer
    runningTimer = timer
    defer { runningTimer = previous }
    try body()
  }

  private func run(_ coroutine: LuaCoroutine, _ result: Result<[LuaValue], Diagnostic>) throws -> LuaRun {
    switch result {
    case .success(let values): try state.resume(coroutine, values)
    case .failure(let diagnostic): try state.resume(coroutine, throwing: diagnostic)
    }
  }

  /// `dialog:wait()`: the title of the button and the texts of the fields. `call:wait()`: the function's result.
  func wait(for handle: RuntimeHandle) throws -> LuaOutcome {
    guard let ticket = ticket(of: handle) else {
      throw Diagnostic(
        "lua.unknownMember",
        "this handle has nothing to wait for; wait for an alert, a sheet, a request, or a call that has not ended")
    }
    return try wait(forTicket: ticket)
  }

  /// Implements `os.exit`. A function that can wait never continues, so that its turn ends in order. Any other is
  /// stopped together with the state; the function that decides which models to store cannot run then, and all are
  /// stored.
  func end(status: Int, _ canWait: Bool) throws -> LuaOutcome {
    options.onExit(status)
    isExiting = true
    if canWait { return .yield([.int(makeTicket())]) }
    runtime.registry.state = nil
    return .nothing
  }

  /// The line of a function that waits.
  var waitingPlace: Diagnostic.Place? { tickets.sorted { $0.key < $1.key }.lazy.compactMap(\.value.place).first }

  func isFinished(call handle: RuntimeHandle) -> Bool { tickets[Int(handle.id)]?.result != nil }

  private func ticket(of handle: RuntimeHandle) -> Int? {
    switch handle.kind {
    case .dialog: dialogTickets[handle.id]
    case .call, .request: Int(handle.id)
    case .controller, .cell, .view, .timer, .observation, .application: nil
    }
  }

  /// Removes the ticket of a handle that Lua has collected, unless a function waits for it.
  func forget(_ handle: RuntimeHandle) {
    guard let ticket = ticket(of: handle) else { return }
    if handle.kind == .dialog { dialogTickets[handle.id] = nil }
    if handle.kind == .request, tickets[ticket]?.result == nil {
      // Nobody needs the answer, but the server gets the request.
      tickets[ticket]?.isKept = false
      return
    }
    if tickets[ticket]?.waiting.isEmpty == true { tickets[ticket] = nil } else { tickets[ticket]?.isKept = false }
  }
}
