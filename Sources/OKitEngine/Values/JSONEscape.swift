/// A key as it stands in a document, quotes and escapes included, for keys that are written often.
public struct JSONEncodedKey: Sendable {
  let bytes: [UInt8]

  public init(_ name: String) {
    var name = name
    let escaped = name.withUTF8 { text in
      [UInt8](unsafeUninitializedCapacity: JSONEscape.maximumGrowth * text.count) { target, count in
        count = JSONEscape.write(text, to: target)
      }
    }
    bytes = [UInt8(ascii: "\"")] + escaped + [UInt8(ascii: "\"")]
  }
}

/// Escapes texts: only the quote, the backslash and control characters need it.
enum JSONEscape {
  /// The most bytes that one byte of a text becomes: `\u0000`.
  static let maximumGrowth = 6

  /// Writes `text` without quotes and gives the number of bytes written, at most `maximumGrowth` times its length.
  static func write(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var output = 0
    var index = 0
    let source = UnsafeRawBufferPointer(text)
    let sink = UnsafeMutableRawBufferPointer(target)
    while index < text.count {
      if index + 8 <= text.count {
        let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if !needsEscape(word) {
          sink.storeBytes(of: word, toByteOffset: output, as: UInt64.self)
          index += 8
          output += 8
          continue
        }
      }
      let byte = text[index]
      if byte >= 0x20, byte != 0x22, byte != 0x5C {
        target[output] = byte
        output += 1
      } else {
        output += writeEscape(of: byte, to: target, at: output)
      }
      index += 1
    }
    return output
  }

  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // A borrow may mark a byte too much, which then merely goes the slow way.
    let marks = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word)
    return marks & 0x8080_8080_8080_8080 != 0
  }

  private static func writeEscape(of byte: UInt8, to target: UnsafeMutableBufferPointer<UInt8>, at index: Int) -> Int {
    target[index] = UInt8(ascii: "\\")
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
      target[index + 1] = short
      return 2
    }
    target[index + 1] = UInt8(ascii: "u")
    target[index + 2] = UInt8(ascii: "0")
    target[index + 3] = UInt8(ascii: "0")
    target[index + 4] = hexadecimal(byte >> 4)
    target[index + 5] = hexadecimal(byte & 15)
    return 6
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
