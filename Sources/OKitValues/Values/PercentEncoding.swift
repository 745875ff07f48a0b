extension Sequence where Element == UInt8 {
  /// The bytes as pairs of hexadecimal digits, in upper case.
  package var hexadecimal: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is an unreserved character (RFC 3986, section 2.3).
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension String {
  // The bytes of a generic text have a type that a start would look for.
  fileprivate func percentEncodedText(_ others: String) -> String {
    guard !utf8.allSatisfy(\.isUnreserved) else { return self }
    var text = ""
    for byte in utf8 {
      let isPlain = byte.isUnreserved || others.utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(CollectionOfOne(byte).hexadecimal)"
      }
    }
    return text
  }
}

extension StringProtocol {
  /// Returns the text with all bytes encoded that are neither unreserved (RFC 3986, section 2.3) nor one of others.
  package func percentEncoded(keeping others: String = "") -> String {
    String(self).percentEncodedText(others)
  }

  /// The bytes of the text with those that are percent-encoded decoded. A percent sign without two digits stays.
  package var percentDecoded: [UInt8] {
    var bytes: [UInt8] = []
    var rest = Substring(self).utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count > 1, let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
