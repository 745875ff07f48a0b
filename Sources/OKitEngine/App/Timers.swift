/// The timers of a runtime, earliest first; equal moments in the order of starting.
final class Timers {
  struct Timer {
    let id: UInt32
    var due: DateValue
    /// Seconds between runs; nil for a timer that runs once.
    let interval: Double?
    /// The moment of starting and the number of runs since: a due moment is not summed up, so that nothing drifts.
    let start: DateValue
    var runs = 0
    /// Where a script started it.
    let place: Diagnostic.Place?
    let body: () -> Void
  }

  private var timers: [Timer] = []
  private var nextID: UInt32 = 1

  func start(at due: DateValue, every interval: Double?, place: Diagnostic.Place?, _ body: @escaping () -> Void)
    -> UInt32
  {
    defer { nextID += 1 }
    timers.append(Timer(id: nextID, due: due, interval: interval, start: due, place: place, body: body))
    return nextID
  }

  func cancel(_ id: UInt32) { timers.removeAll { $0.id == id } }

  func cancelAll() { timers = [] }

  func isRunning(_ id: UInt32) -> Bool { timers.contains { $0.id == id } }

  var all: [Timer] { timers }

  /// Takes the earliest timer that is due at `moment`; a repeating one is started again.
  func takeDue(_ moment: DateValue) -> Timer? {
    guard let index = timers.indices.min(by: { timers[$0].due < timers[$1].due }), timers[index].due <= moment else {
      return nil
    }
    let timer = timers.remove(at: index)
    if let interval = timer.interval {
      var next = timer
      next.runs += 1
      next.due = DateValue(secondsSince2001: timer.start.secondsSince2001 + Double(next.runs) * interval)
      timers.append(next)
    }
    return timer
  }
}
