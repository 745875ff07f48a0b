/// The observations of a script by number. The table keeps them in the order of their creation, which is also their
/// order in memory, so that cancelling a million of them is fast.
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
    let low = entries.partitionPoint { $0.number < number }
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
