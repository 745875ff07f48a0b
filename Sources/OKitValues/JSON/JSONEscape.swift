/// A key as it is written in a document, with quotes and escapes, for keys that are written often.
package struct JSONEncodedKey: Sendable {
  package let bytes: [UInt8]

  package init(_ name: String) {
    var buffer = JSONBuffer(capacity: name.utf8.count + 16)
    buffer.append(text: name)
    bytes = buffer.array
  }
}

/// Escapes strings: only the quote, the backslash and control characters need it.
enum JSONEscape {
  /// The maximum number of bytes for one byte of a string: `\u0000`.
  static let maximumGrowth = 6

  /// Writes `text` without quotes and returns the number of bytes written, at most `maximumGrowth` times its length.
  ///
  /// - Parameter target: Memory for that many bytes and seven more.
  static func write(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableRawPointer) -> Int {
    guard let source = text.baseAddress.map(UnsafeRawPointer.init) else { return 0 }
    var (input, output) = (source, target)
    let end = source + text.count
    while end - input >= 8 {
      let word = input.loadUnaligned(as: UInt64.self)
      if needsEscape(word) {
        for _ in 0..<8 {
          writeByte(input.load(as: UInt8.self), to: &output)
          input += 1
        }
      } else {
        output.storeBytes(of: word, as: UInt64.self)
        input += 8
        output += 8
      }
    }
    while input < end {
      writeByte(input.load(as: UInt8.self), to: &output)
      input += 1
    }
    return output - target
  }

  @inline(__always)
  private static func writeByte(_ byte: UInt8, to output: inout UnsafeMutableRawPointer) {
    if byte >= 0x20, byte != 0x22, byte != 0x5C {
      output.storeBytes(of: byte, as: UInt8.self)
      output += 1
    } else {
      output += writeEscape(of: byte, to: output)
    }
  }

  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // A borrow may mark one byte too many, which then takes the slow path.
    let marks = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word)
    return marks & 0x8080_8080_8080_8080 != 0
  }

  @inline(never)
  private static func writeEscape(of byte: UInt8, to target: UnsafeMutableRawPointer) -> Int {
    func put(_ byte: UInt8, _ index: Int) { target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
    put(UInt8(ascii: "\\"), 0)
    let short: UInt8? =
      switch byte {
      case 0x22, 0x5C: byte
      case 0x08: UInt8(ascii: "b")
      case 0x09: UInt8(ascii: "t")
      case 0x0A: UInt8(ascii: "n")
      case 0x0C: UInt8(ascii: "f")
      case 0x0D: UInt8(ascii: "r")
      default: nil
      }
    if let short {
      put(short, 1)
      return 2
    }
    put(UInt8(ascii: "u"), 1)
    put(UInt8(ascii: "0"), 2)
    put(UInt8(ascii: "0"), 3)
    put(hexadecimal(byte >> 4), 4)
    put(hexadecimal(byte & 15), 5)
    return 6
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
