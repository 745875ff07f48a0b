import CFloor
import Foundation

/// The memory of this process. Measured in a separate process, because other workloads leave memory behind.
enum Memory {
  /// The peak of the resident memory in megabytes, as the kernel counts it.
  static func peak() throws -> Double {
    try bytes(in: String(decoding: try Files.read("/proc/self/status"), as: UTF8.self), "VmHWM") / 1e6
  }

  /// Returns a figure of the kernel's status of a process.
  static func bytes(in status: String, _ name: String) throws -> Double {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { throw BenchError("the kernel does not tell \(name)") }
    return kilobytes * 1024
  }

  /// The bytes in use of the heap.
  static var inUse: Int { Int(floor_heap()) }

  /// Returns the growth of the heap by `make`, divided by `count`. The result of `make` is kept alive until then.
  static func bytes<Made>(per count: Int, of make: () throws -> Made) rethrows -> (bytes: Double, made: Made) {
    let before = inUse
    let made = try make()
    return (Double(inUse - before) / Double(count), made)
  }
}
