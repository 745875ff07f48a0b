import OKitEngine

/// The observations of a script by their numbers. They are in the order in which they were made, and so in memory: to end a
/// million of them takes no longer than that.
struct ObservationTable {
  private var entries: [(number: UInt32, observation: PathObservation?)] = []
  private var last: UInt32 = 0
  private var empty = 0

  /// - Returns: the number, which is never 0.
  mutating func add(_ observation: PathObservation) -> UInt32 {
    last += 1
    entries.append((last, observation))
    return last
  }

  /// O(log count).
  mutating func remove(_ number: UInt32) -> PathObservation? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == number, let observation = entries[low].observation else {
      return nil
    }
    entries[low].observation = nil
    empty += 1
    if empty > entries.count / 2 {
      entries.removeAll { $0.observation == nil }
      empty = 0
    }
    return observation
  }

  func cancelAll() {
    for entry in entries { entry.observation?.cancel() }
  }
}
