/// Records behind a raw pointer, found by index and generation: the least store whose reads and writes are checked. The
/// type of a record, and whether something observes it or records reads, are compared before a value is read or
/// written, and the epoch of its model before it is written.
final class PlainRecords {
  struct Handle {
    var index: UInt32
    var generation: UInt32
  }

  struct Location {
    var type: Int32
    var offset: Int
  }

  private struct Header {
    var generation: UInt32
    var isObserved: Bool
    var epoch: Int32
    var type: Int32
  }

  private static var size: Int { 64 }
  private static var perChunk: Int { 64 }
  private let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let count: Int
  private var epoch: Int32 = 1
  private var recordsReads = false

  init(_ count: Int) {
    self.count = count
    let chunkCount = (count + Self.perChunk - 1) / Self.perChunk
    chunks = .allocate(capacity: chunkCount)
    for chunk in 0..<chunkCount {
      let start = UnsafeMutableRawPointer.allocate(byteCount: Self.size * Self.perChunk, alignment: 16)
      chunks[chunk] = start
      for record in 0..<Self.perChunk {
        start.storeBytes(
          of: Header(generation: 1, isObserved: false, epoch: 1, type: 3), toByteOffset: record * Self.size,
          as: Header.self)
        start.storeBytes(of: 0, toByteOffset: record * Self.size + 24, as: Int.self)
      }
    }
  }

  deinit {
    for chunk in 0..<(count + Self.perChunk - 1) / Self.perChunk { chunks[chunk].deallocate() }
    chunks.deallocate()
  }

  private func record(_ handle: Handle) -> UnsafeMutableRawPointer {
    chunks[Int(handle.index) / Self.perChunk] + Int(handle.index) % Self.perChunk * Self.size
  }

  @inline(never)
  func set(_ handle: Handle, _ location: Location, _ value: Int) -> Bool {
    guard handle.index < count else { return false }
    let record = record(handle)
    let header = record.load(as: Header.self)
    guard header.generation == handle.generation, header.type == location.type, !header.isObserved,
      header.epoch == epoch
    else { return false }
    record.storeBytes(of: value, toByteOffset: location.offset, as: Int.self)
    return true
  }

  @inline(never)
  func get(_ handle: Handle, _ location: Location) -> Int? {
    guard handle.index < count, !recordsReads else { return nil }
    let record = record(handle)
    let header = record.load(as: Header.self)
    guard header.generation == handle.generation, header.type == location.type else { return nil }
    return record.load(fromByteOffset: location.offset, as: Int.self)
  }

  func value(_ handle: Handle, _ location: Location) -> Int {
    record(handle).load(fromByteOffset: location.offset, as: Int.self)
  }
}
