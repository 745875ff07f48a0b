import Glibc
import OKitEngine

/// The programs of the binding texts that a script passes, by the address of the text. A constant of a script keeps its
/// address, so that passing it again neither copies nor hashes it.
///
/// Lua may reuse the address for another text, so the bytes are compared. Invariant: an entry has `length` initialised
/// bytes.
struct ProgramCache: ~Copyable {
  private struct Entry {
    var address: UnsafePointer<UInt8>
    var length: Int
    var bytes: UnsafeMutablePointer<UInt8>
    var program: BindingProgram
  }

  private static let capacity = 512
  /// Longer texts are found in the evaluator's table.
  private static let longest = 256
  private let entries: UnsafeMutablePointer<Entry?>

  init() {
    entries = .allocate(capacity: Self.capacity)
    entries.initialize(repeating: nil, count: Self.capacity)
  }

  deinit {
    removeAll()
    entries.deinitialize(count: Self.capacity).deallocate()
  }

  /// Returns the program of a text that was added under its address; nil for others. O(length of the text).
  @inline(__always)
  func program(_ text: UnsafeBufferPointer<UInt8>) -> BindingProgram? {
    guard let address = text.baseAddress else { return nil }
    let place = entries + Self.place(of: address)
    guard let entry = place.pointee, entry.address == address, entry.length == text.count,
      memcmp(entry.bytes, address, entry.length) == 0
    else { return nil }
    return entry.program
  }

  /// Adds a program in place of another one.
  borrowing func add(_ program: BindingProgram, _ text: UnsafeBufferPointer<UInt8>) {
    guard let address = text.baseAddress, text.count <= Self.longest else { return }
    let place = entries + Self.place(of: address)
    place.pointee?.bytes.deallocate()
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
    bytes.initialize(from: address, count: text.count)
    place.pointee = Entry(address: address, length: text.count, bytes: bytes, program: program)
  }

  borrowing func removeAll() {
    for index in 0..<Self.capacity {
      entries[index]?.bytes.deallocate()
      entries[index] = nil
    }
  }

  /// The addresses of Lua's strings are multiples of eight.
  @inline(__always)
  private static func place(of address: UnsafePointer<UInt8>) -> Int {
    let number = UInt(bitPattern: address) >> 3
    return Int((number ^ number >> 9) & UInt(capacity - 1))
  }
}
