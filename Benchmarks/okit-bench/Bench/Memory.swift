import CFloor
import Foundation

/// What this process needs. Other workloads leave things behind, so that one measures this in a process of its own.
enum Memory {
  /// The most that this process ever had in real memory, in megabytes, as the kernel counts it.
  static func peak() throws -> Double {
    let status = String(decoding: try Files.read("/proc/self/status"), as: UTF8.self)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { throw BenchError("the kernel tells no peak memory") }
    return kilobytes * 1024 / 1e6
  }

  /// The bytes of the heap that are in use.
  static var inUse: Int { Int(floor_heap()) }

  /// What `make` adds to the heap, divided by `count`; what it makes is alive until this has been counted.
  static func bytes<Made>(per count: Int, of make: () throws -> Made) rethrows -> (bytes: Double, made: Made) {
    let before = inUse
    let made = try make()
    return (Double(inUse - before) / Double(count), made)
  }
}
