/// The timers of a runtime, earliest first; equal moments in the order of starting.
final class TimerQueue {
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

  /// When a timer runs next. One that was cancelled stays in the queue until its moment, or until there are too many.
  private struct Entry: Comparable {
    let due: DateValue
    let order: UInt64
    let id: UInt32

    static func < (a: Self, b: Self) -> Bool { (a.due, a.order) < (b.due, b.order) }
  }

  private var timers: [UInt32: Timer] = [:]
  private var queue = MinimumHeap<Entry>()
  private var nextID: UInt32 = 1
  private var nextOrder: UInt64 = 0

  func start(at due: DateValue, every interval: Double?, place: Diagnostic.Place?, _ body: @escaping () -> Void)
    -> UInt32
  {
    defer { nextID += 1 }
    add(Timer(id: nextID, due: due, interval: interval, start: due, place: place, body: body))
    return nextID
  }

  private func add(_ timer: Timer) {
    timers[timer.id] = timer
    queue.insert(Entry(due: timer.due, order: nextOrder, id: timer.id))
    nextOrder += 1
  }

  func cancel(_ id: UInt32) {
    guard timers.removeValue(forKey: id) != nil, queue.count > 2 * timers.count + 64 else { return }
    queue.removeAll { timers[$0.id] == nil }
  }

  func cancelAll() -> [UInt32: Timer] {
    defer { (timers, queue) = ([:], MinimumHeap()) }
    return timers
  }

  func isRunning(_ id: UInt32) -> Bool { timers[id] != nil }

  /// The one that runs next.
  var first: Timer? {
    // A timer has one turn at a time, so that an id tells whether it is still meant.
    while let entry = queue.first {
      if let timer = timers[entry.id] { return timer }
      queue.removeFirst()
    }
    return nil
  }

  /// Takes the earliest timer that is due at `moment`; a repeating one is started again.
  func takeDue(_ moment: DateValue) -> Timer? {
    guard let timer = first, timer.due <= moment else { return nil }
    queue.removeFirst()
    timers[timer.id] = nil
    if let interval = timer.interval {
      var next = timer
      next.runs += 1
      next.due = DateValue(secondsSince2001: timer.start.secondsSince2001 + Double(next.runs) * interval)
      add(next)
    }
    return timer
  }
}
