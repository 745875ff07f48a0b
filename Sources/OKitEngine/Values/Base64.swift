/// Bytes as text in the alphabet of RFC 4648, section 4, with padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func text(of bytes: [UInt8]) -> String {
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
      for position in 0..<4 {
        text.append(position <= count ? alphabet[group >> (18 - 6 * position) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text spells, nil when it is no Base64. White space between the digits is allowed, as mail and
  /// hand-edited files break lines; missing padding is not.
  public static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (group, digits, padding) = (0, 0, 0)
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "="): padding += 1
      default:
        guard padding == 0, let digit = value(of: byte) else { return nil }
        group = group << 6 | digit
        digits += 1
        if digits % 4 == 0 {
          bytes += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
          group = 0
        }
      }
    }
    switch (digits % 4, padding) {
    case (0, 0): return bytes
    case (2, 2): return bytes + [UInt8(group >> 4 & 255)]
    case (3, 1): return bytes + [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
    default: return nil
    }
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
