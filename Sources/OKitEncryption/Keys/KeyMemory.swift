internal import CCrypto
internal import Glibc

/// A key in memory of its own, which is not written to the swap space where the system allows that, and is overwritten
/// when it is erased or released. A process that has one writes no core dump.
final class KeyMemory {
  static let size = Int(OKIT_KEY_SIZE)

  private let memory: UnsafeMutableRawBufferPointer

  /// Creates a key from what `initialize` writes.
  init(_ initialize: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
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
    try initialize(UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.size]))
  }

  private let isMapped: Bool

  deinit {
    erase()
    if isMapped { munmap(memory.baseAddress, memory.count) } else { memory.deallocate() }
  }

  static func random() -> KeyMemory {
    KeyMemory { bytes in
      var generator = SystemRandomNumberGenerator()
      for index in bytes.indices { bytes[index] = UInt8.random(in: .min ... .max, using: &generator) }
    }
  }

  /// The bytes, which are valid as long as the object exists.
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
  /// Returns random bytes.
  static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: .min ... .max) } }

  /// Overwrites the elements. Other copies of the array stay as they are.
  package mutating func erase() { withUnsafeMutableBytes { $0.erase() } }
}
