import CFloor
import Glibc

/// A unit of what is measured here.
enum TimeUnit: Double {
  case nanoseconds = 1e9
  case microseconds = 1e6
  case milliseconds = 1e3

  var perSecond: Double { rawValue }
}

/// The time that this thread has computed, in seconds. Other programs on the machine do not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The time that passes, in seconds: for what waits for a disk.
func wallTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The middle one; zero of none.
  var median: Double {
    let sorted = sorted()
    return isEmpty ? 0 : sorted[count / 2]
  }
}

/// Runs `work` once to warm up and then several times. - Returns: the median of its processor time (or another clock's),
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

/// As `measure`, of two that do the same work, in turn: when the machine becomes faster or slower meanwhile, it does for
/// both. - Returns: the least time of each, because what disturbs a short work only adds to it.
func measure(
  _ unit: TimeUnit, per operations: Int, repeats: Int = 41, _ work: () throws -> Void, beside peer: () throws -> Void
) rethrows -> (value: Double, peer: Double) {
  try work()
  try peer()
  var values: [Double] = []
  var peers: [Double] = []
  for _ in 0..<repeats {
    values.append(try measure(unit, per: operations, once: work))
    peers.append(try measure(unit, per: operations, once: peer))
  }
  return (values.min() ?? 0, peers.min() ?? 0)
}

private func measure(_ unit: TimeUnit, per operations: Int, once work: () throws -> Void) rethrows -> Double {
  let start = processorTime()
  try work()
  return (processorTime() - start) * unit.perSecond / Double(operations)
}

/// As `measure`, for work that needs something made anew each time, which is not timed; neither is its end.
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

/// Makes a result used, so that the work for it cannot be left out.
@inline(__always)
func use(_ value: Int) { floor_use(Int64(value)) }

/// Whoever does the same work must come to the same result.
func check(_ result: Int, equals expected: Int, _ who: String) throws {
  guard result == expected else { throw BenchError("\(who) came to \(result), expected \(expected)") }
}

struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
