import CFloor
import Glibc

/// A unit of time.
enum TimeUnit: Double {
  case nanoseconds = 1e9
  case microseconds = 1e6
  case milliseconds = 1e3

  var perSecond: Double { rawValue }
}

/// Returns the processor time of this thread in seconds, which other programs on the machine do not affect.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the elapsed time in seconds, for work that waits for a disk.
func wallTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The median; zero if there are no elements.
  var median: Double {
    let sorted = sorted()
    return isEmpty ? 0 : sorted[count / 2]
  }

  /// Returns the value that a share of the elements does not exceed, such as 0.99; zero if there are no elements.
  func quantile(_ share: Double) -> Double {
    isEmpty ? 0 : sorted()[Swift.min(count - 1, Int((Double(count) * share).rounded(.up)) - 1)]
  }
}

/// Runs `work` once to warm up, then several times. - Returns: The median of its processor time (or another clock's),
/// divided by `operations`, in the unit.
func measure(
  _ unit: TimeUnit, per operations: Int = 1, repeats: Int = 11, by clock: () -> Double = processorTime,
  _ work: () throws -> Void
) rethrows -> Double {
  try work()
  var times: [Double] = []
  for _ in 0..<repeats {
    let start = clock()
    try work()
    times.append(clock() - start)
  }
  return times.median * unit.perSecond / Double(operations)
}

/// As `measure`, for two programs that do the same work, alternately, so that changes of the machine's speed affect
/// both. - Returns: The minimum time of each, because disturbances only add to a short time.
func measure(
  _ unit: TimeUnit, per operations: Int, repeats: Int = 41, by clock: () -> Double = processorTime,
  _ work: () throws -> Void, beside peer: () throws -> Void
) rethrows -> (value: Double, peer: Double) {
  try work()
  try peer()
  var values: [Double] = []
  var peers: [Double] = []
  for _ in 0..<repeats {
    values.append(try measure(unit, per: operations, by: clock, once: work))
    peers.append(try measure(unit, per: operations, by: clock, once: peer))
  }
  return (values.min() ?? 0, peers.min() ?? 0)
}

private func measure(
  _ unit: TimeUnit, per operations: Int, by clock: () -> Double, once work: () throws -> Void
) rethrows -> Double {
  let start = clock()
  try work()
  return (clock() - start) * unit.perSecond / Double(operations)
}

/// As `measure`, for work that needs a new object each time. Its creation and destruction are not timed.
func measure<Setup>(
  _ unit: TimeUnit, repeats: Int, by clock: () -> Double = processorTime, setup: () throws -> Setup,
  _ work: (Setup) throws -> Void
) rethrows -> Double {
  var times: [Double] = []
  for run in 0...repeats {
    let given = try setup()
    let start = clock()
    try work(given)
    let time = clock() - start
    if run > 0 { times.append(time) }
    withExtendedLifetime(given) {}
  }
  return times.median * unit.perSecond
}

/// Uses a result, so that the compiler cannot remove its computation.
@inline(__always)
func use(_ value: Int) { floor_use(Int64(value)) }

/// Checks that a program computes the same result as the others.
func check(_ result: Int, equals expected: Int, _ who: String) throws {
  guard result == expected else { throw BenchError("\(who) came to \(result), expected \(expected)") }
}

struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
