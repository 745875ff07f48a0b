internal import Crypto
internal import Glibc

/// A key in memory of its own, which is not written to the swap space where the system allows that, and is overwritten
/// when it is erased or released. A process that has one writes no core dump.
final class KeyMemory {
  static let size = 32

  private let memory: UnsafeMutableRawBufferPointer

  /// Creates a key from what `initialize` writes.
  init(_ initialize: (UnsafeMutableRawBufferPointer) -> Void) {
    CoreDumps.forbid()
    let length = Int(getpagesize())
    let page = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if let page, page != MAP_FAILED {
      // It may be refused; then the key is in memory as everything else is.
      _ = mlock(page, length)
      memory = UnsafeMutableRawBufferPointer(start: page, count: length)
      isMapped = true
    } else {
      memory = .allocate(byteCount: length, alignment: 16)
      isMapped = false
    }
    initialize(UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.size]))
  }

  private let isMapped: Bool

  deinit {
    erase()
    if isMapped { munmap(memory.baseAddress, memory.count) } else { memory.deallocate() }
  }

  /// Returns a new random key.
  static func random() -> KeyMemory {
    KeyMemory { bytes in
      var generator = SystemRandomNumberGenerator()
      for index in bytes.indices { bytes[index] = UInt8.random(in: .min ... .max, using: &generator) }
    }
  }

  /// Creates a copy of a key of the library, which overwrites its own when it is released.
  convenience init(copying key: SymmetricKey) {
    self.init { target in
      key.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(Self.size))) }
    }
  }

  /// Calls `body` with the key.
  func withKey<Result>(_ body: (SymmetricKey) throws -> Result) rethrows -> Result {
    try body(SymmetricKey(data: UnsafeRawBufferPointer(rebasing: memory[..<Self.size])))
  }

  /// The bytes, for tests of erasing.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<Self.size]) }

  /// Overwrites the key.
  func erase() { memory.erase() }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the bytes, also where the compiler sees that nobody reads them again.
  func erase() {
    guard let start = baseAddress else { return }
    explicit_bzero(start, count)
  }
}

extension [UInt8] {
  /// Overwrites the elements. Other copies of the array stay as they are.
  package mutating func erase() { withUnsafeMutableBytes { $0.erase() } }
}
