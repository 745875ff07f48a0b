import Glibc

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
    /// The path of the program, if it goes through names alone.
    var path: PropertyPathCache?
  }

  private static let capacity = 512
  /// Longer texts are found in the evaluator's table.
  private static let longest = 256
  private let entries: UnsafeMutablePointer<Entry?>
  private var isEmpty = true

  init() {
    entries = .allocate(capacity: Self.capacity)
    entries.initialize(repeating: nil, count: Self.capacity)
  }

  deinit {
    clear()
    entries.deinitialize(count: Self.capacity).deallocate()
  }

  /// The program of a text, and its path if it goes through names alone. Both must be used, or retained, before another
  /// program is added.
  typealias Known = (path: PropertyPathCache?, program: Unmanaged<BindingProgram>?)

  /// Returns the program of a text that was added under its address; nothing for others. O(length of the text).
  @inline(__always)
  func known(_ text: UnsafeBufferPointer<UInt8>) -> Known {
    guard let entry = entry(of: text) else { return (nil, nil) }
    return (entry.pointee?.path, (entry.pointee?.program).map(Unmanaged.passUnretained))
  }

  /// Returns only the path of such a program.
  @inline(__always)
  func path(_ text: UnsafeBufferPointer<UInt8>) -> PropertyPathCache? { entry(of: text)?.pointee?.path }

  @inline(__always)
  private func entry(of text: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<Entry?>? {
    guard let address = text.baseAddress else { return nil }
    let place = entries + Self.place(of: address)
    guard place.pointee?.address == address, place.pointee?.length == text.count, let bytes = place.pointee?.bytes,
      memcmp(bytes, address, text.count) == 0
    else { return nil }
    return place
  }

  /// Adds a program in place of another one.
  mutating func add(_ program: BindingProgram, _ text: UnsafeBufferPointer<UInt8>) {
    guard let address = text.baseAddress, text.count <= Self.longest else { return }
    isEmpty = false
    let place = entries + Self.place(of: address)
    place.pointee?.bytes.deallocate()
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
    bytes.initialize(from: address, count: text.count)
    place.pointee = Entry(address: address, length: text.count, bytes: bytes, program: program, path: program.path)
  }

  mutating func removeAll() {
    guard !isEmpty else { return }
    isEmpty = true
    clear()
  }

  private borrowing func clear() {
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
