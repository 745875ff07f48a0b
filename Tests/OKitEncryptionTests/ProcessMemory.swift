import Glibc

/// The memory of this process, in which a test looks for bytes that nothing should have.
///
/// A searched text is masked, so that it is no copy itself.
enum ProcessMemory {
  struct Masked {
    fileprivate let bytes: [UInt8]

    /// - Parameter bytes: They are read once, in order.
    init(_ bytes: some Sequence<UInt8>) { self.bytes = bytes.map { $0 ^ 0x5A } }

    /// The hexadecimal digits of masked bytes, masked.
    func hexadecimal(_ digits: StaticString) -> Masked {
      Masked(
        bytes.lazy.flatMap { byte in
          [digits.utf8Start[Int((byte ^ 0x5A) >> 4)], digits.utf8Start[Int((byte ^ 0x5A) & 15)]]
        })
    }

    /// The Base64 text of masked bytes, masked. Its padding is left out.
    var base64: Masked {
      let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
      var (text, buffer, bits): ([UInt8], Int, Int) = ([], 0, 0)
      for byte in bytes {
        (buffer, bits) = (buffer << 8 | Int(byte ^ 0x5A), bits + 8)
        while bits >= 6 {
          bits -= 6
          text.append(digits.utf8Start[buffer >> bits & 63] ^ 0x5A)
        }
        buffer &= 0xFF
      }
      return Masked(text.lazy.map { $0 ^ 0x5A })
    }
  }

  /// Returns whether the memory, which is read once, has each of some texts; nil if it cannot be read.
  static func contains(_ texts: [Masked]) -> [Bool]? {
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0, let buffer = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      buffer != MAP_FAILED
    else { return nil }
    defer {
      munmap(buffer, size)
      close(memory)
    }
    let own = UInt(bitPattern: buffer)
    let longest = texts.map(\.bytes.count).max() ?? 1
    var found = texts.map { _ in false }
    for range in ranges() where range.lowerBound != own {
      var position = range.lowerBound
      while position < range.upperBound {
        if position == own { position += UInt(size) }
        let length = pread(memory, buffer, min(size, Int(range.upperBound - position)), off_t(position))
        // Another test has unmapped this page since; what follows may be there.
        guard length > 0 else {
          position += 4096
          continue
        }
        let piece = UnsafeRawBufferPointer(start: buffer, count: length)
        for (index, text) in texts.enumerated() where !found[index] { found[index] = contains(text.bytes, piece) }
        // What is at the end of a piece may go on in the next one.
        position += UInt(length < size ? length : size - longest + 1)
      }
    }
    return found
  }

  private static let size = 1 << 20

  private static func contains(_ masked: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    masked.withUnsafeBufferPointer { masked in
      guard let first = masked.first.map({ Int32($0 ^ 0x5A) }), var position = bytes.baseAddress else { return false }
      let end = position + bytes.count
      while end - position >= masked.count, let found = memchr(position, first, end - position - masked.count + 1) {
        let candidate = UnsafeRawPointer(found).assumingMemoryBound(to: UInt8.self)
        var index = 1
        while index < masked.count, candidate[index] == masked[index] ^ 0x5A { index += 1 }
        if index == masked.count { return true }
        position = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  /// The readable ranges of addresses, as `/proc/self/maps` has them.
  private static func ranges() -> [Range<UInt>] {
    guard let file = fopen("/proc/self/maps", "re") else { return [] }
    defer { fclose(file) }
    var ranges: [Range<UInt>] = []
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let parts = text.split(separator: " ")
      let bounds = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, parts[1].hasPrefix("r"), !text.contains("[v") else { continue }
      ranges.append(bounds[0]..<bounds[1])
    }
    return ranges
  }
}
