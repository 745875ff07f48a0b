/// The timers of a runtime, earliest first; equal moments in the order of starting.
final class TimerQueue {
  struct Timer {
    let id: UInt32
    var due: DateValue
    /// Seconds between runs; nil for a timer that runs once.
    let interval: Double?
    /// The start; each due date is computed from it and the number of runs, so that rounding errors do not add up.
    let start: DateValue
    var runs = 0
    /// The number of timers in a row that started each other at one moment, with this one as the last.
    var chain = 0
    /// The place in the script that started the timer.
    let place: Diagnostic.Place?
    /// Whether its runs become steps of the history.
    let isRecorded: Bool
    let body: () -> Void
  }

  /// The next run of a timer. That of a cancelled timer stays in the queue until it is due, or until there are too
  /// many.
  private struct Entry: Comparable {
    let due: DateValue
    let order: UInt64
    let id: UInt32

    static func < (a: Self, b: Self) -> Bool { (a.due, a.order) < (b.due, b.order) }
  }

  private var timers: [UInt32: Timer] = [:]
  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var queue = BinaryHeap<Entry>()
  private var nextID: UInt32 = 1
  private var nextOrder: UInt64 = 0

  func start(
    at due: DateValue, every interval: Double?, chain: Int = 0, isRecorded: Bool = true, place: Diagnostic.Place?,
    _ body: @escaping () -> Void
  ) -> UInt32 {
    defer { nextID += 1 }
    add(
      Timer(
        id: nextID, due: due, interval: interval, start: due, chain: chain, place: place, isRecorded: isRecorded,
        body: body))
    return nextID
  }

  private func add(_ timer: Timer) {
    timers[timer.id] = timer
    queue.insert(Entry(due: timer.due, order: nextOrder, id: timer.id))
    nextOrder += 1
  }

  func cancel(_ id: UInt32) {
    guard timers.removeValue(forKey: id) != nil, queue.count > 2 * timers.count + 64 else { return }
    queue.keep { timers[$0.id] != nil }
  }

  func cancelAll() -> [UInt32: Timer] {
    defer { (timers, queue) = ([:], BinaryHeap()) }
    return timers
  }

  func isRunning(_ id: UInt32) -> Bool { timers[id] != nil }

  /// The places in scripts of all timers, in the order of starting.
  var places: [Diagnostic.Place] { timers.sorted { $0.key < $1.key }.compactMap(\.value.place) }

  /// The timer that runs next.
  var first: Timer? {
    // A timer is in the queue once, so that its id shows whether it was cancelled.
    while let entry = queue.min {
      if let timer = timers[entry.id] { return timer }
      queue.removeMin()
    }
    return nil
  }

  /// When the next run is due, at the earliest: its timer may have been cancelled.
  var firstDue: DateValue? { queue.min?.due }

  /// Removes and returns the earliest timer that is due at `moment`; a repeating one is started again.
  func takeDue(_ moment: DateValue) -> Timer? {
    guard let timer = first, timer.due <= moment else { return nil }
    queue.removeMin()
    timers[timer.id] = nil
    if let interval = timer.interval {
      var next = timer
      next.runs += 1
      next.due = DateValue(secondsSince2001: timer.start.secondsSince2001 + Double(next.runs) * interval)
      // An interval that is too short for the precision of dates.
      if next.due <= timer.due { next.chain += 1 }
      add(next)
    }
    return timer
  }
}
