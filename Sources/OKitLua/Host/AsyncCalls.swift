internal import Dispatch
internal import Synchronization

/// The asynchronous functions of the program that run for scripts. Their results come from any thread, and are
/// delivered between turns.
final class AsyncCalls: Sendable {
  typealias Body = @Sendable () async throws -> Value
  typealias Completion = (ticket: Int, result: Result<Value, Diagnostic>)

  private struct State {
    var running: [Int: (name: String, task: Task<Void, Never>)] = [:]
    var completed: [Completion] = []
  }

  private let state = Mutex(State())
  /// Whether a function has ever begun; asked after each turn, without a lock.
  private let hasBegun = Atomic(false)
  private let wakeUp: WakeUp
  /// Signalled for each function that has ended.
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter wakeUp: Wakes the owner of the application when a function has ended.
  init(_ wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Whether there is something to wait for or to deliver.
  var isActive: Bool {
    hasBegun.load(ordering: .relaxed) && state.withLock { !$0.running.isEmpty || !$0.completed.isEmpty }
  }

  /// The functions that have not ended, for a message.
  var names: [String] {
    state.withLock { $0.running.sorted { $0.key < $1.key }.map { "the function \($0.value.name)" } }
  }

  func begin(_ ticket: Int, _ name: String, _ body: @escaping Body) {
    hasBegun.store(true, ordering: .relaxed)
    state.withLock { state in
      let task = Task.detached(executorPreference: ServiceExecutor.shared) {
        do { self.end(ticket, .success(try await body())) } catch {
          self.end(ticket, .failure(Self.diagnostic(of: error)))
        }
      }
      state.running[ticket] = (name, task)
    }
  }

  private static func diagnostic(of error: any Error) -> Diagnostic {
    guard !(error is Diagnostic), !(error is any DescribedError) else { return error.diagnostic("lua.host") }
    return Diagnostic("lua.host", error.programText).caused(by: error)
  }

  private func end(_ ticket: Int, _ result: Result<Value, Diagnostic>) {
    // One that was cancelled has nothing to deliver.
    state.withLock { if $0.running.removeValue(forKey: ticket) != nil { $0.completed.append((ticket, result)) } }
    ended.signal()
    wakeUp.wake()
  }

  /// Cancels the task of a function, whose result is no longer wanted.
  func cancel(_ ticket: Int) {
    state.withLock { state in
      state.running.removeValue(forKey: ticket)?.task.cancel()
      state.completed.removeAll { $0.ticket == ticket }
    }
  }

  /// Waits until a function has ended, at most for a time.
  func wait(seconds: Double) {
    if state.withLock({ $0.completed.isEmpty }) { _ = ended.wait(timeout: .now() + seconds) }
  }

  /// Returns what has ended since the last call.
  func takeCompleted() -> [Completion] {
    state.withLock { state in
      defer { state.completed = [] }
      return state.completed
    }
  }
}

extension ScriptHost {
  /// Lets a function wait for an asynchronous function of the program, which begins when the turn has ended.
  func wait(for name: String, _ body: @escaping AsyncCalls.Body) throws -> LuaOutcome {
    let ticket = makeTicket()
    afterTurn { host in
      // Never for a caller that cannot wait.
      guard host.tickets[ticket]?.waiting.isEmpty == false else {
        host.tickets[ticket] = nil
        return
      }
      host.requests[ticket] = RunningRequest(isBackground: false) { [calls = host.calls] in calls.cancel(ticket) }
      host.calls.begin(ticket, name, body)
    }
    return try wait(forTicket: ticket)
  }

  /// Continues the functions whose asynchronous functions have ended.
  func deliverCalls() {
    guard calls.isActive, !runtime.turns.isInTurn else { return }
    for (ticket, result) in calls.takeCompleted() {
      requests[ticket] = nil
      let value = result.flatMap { value in
        Result { try runtime.store.given(value) }.mapError { $0.diagnostic("lua.host") }
      }
      finish(ticket, value.map { [bridge.lua($0)] }, early: false, isRecorded: false)
    }
  }
}
