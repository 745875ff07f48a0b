internal import Synchronization

/// Wakes what waits for the next event of an application: a task that sleeps until the next timer, or a thread that
/// waits for results. The results of asynchronous functions come from any thread; everything else belongs to the
/// isolation of the application.
package final class WakeUp: Sendable {
  private struct State {
    /// Whether something has happened that nobody has noticed.
    var isPending = false
    var sleep: Task<Void, Never>?
    /// The time at which the sleep ends by itself; nil for never.
    var end: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  /// Whether there may be a sleep; asked after each turn, without a lock.
  private let sleeps = Atomic(false)

  package init() {}

  /// Ends the sleep, or keeps the next one from beginning.
  package func wake() {
    state.withLock { state in
      state.isPending = true
      state.sleep?.cancel()
    }
  }

  /// Ends the sleep if it lasts longer than until `end`.
  package func wake(before end: () -> ContinuousClock.Instant?) {
    guard sleeps.load(ordering: .acquiring) else { return }
    let (isAsleep, current) = state.withLock { ($0.sleep != nil, $0.end) }
    guard isAsleep, let end = end(), current.map({ end < $0 }) ?? true else { return }
    wake()
  }

  /// Waits until `end`, until `wake`, or until the task is cancelled.
  package func sleep(until end: ContinuousClock.Instant?) async {
    let sleep = state.withLock { state -> Task<Void, Never>? in
      defer { state.isPending = false }
      guard !state.isPending else { return nil }
      let sleep = Task.detached {
        // A sleep that is cancelled has ended.
        _ = try? await Task.sleep(until: end ?? .now + .seconds(1 << 30))
      }
      (state.sleep, state.end) = (sleep, end)
      sleeps.store(true, ordering: .releasing)
      return sleep
    }
    guard let sleep else { return }
    await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    state.withLock { state in
      guard state.sleep == sleep else { return }
      state.sleep = nil
      sleeps.store(false, ordering: .releasing)
    }
  }
}
