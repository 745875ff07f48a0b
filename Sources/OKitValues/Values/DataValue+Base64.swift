internal import Foundation

extension DataValue {
  /// The bytes in the alphabet of RFC 4648, section 4, with padding.
  package var base64: String { Data(bytes).base64EncodedString() }

  /// Reads Base64; nil for a text that is not. White space between the digits is allowed, as mail and hand-edited files
  /// break lines; missing padding is not.
  package init?(base64 text: String) {
    let digits = Data(text.utf8.filter { !Self.isWhiteSpace($0) })
    // Foundation also accepts digits after the padding and superfluous padding.
    let padding = digits.drop { $0 != Self.paddingByte }
    guard digits.count % 4 == 0, padding.count <= 2, padding.allSatisfy({ $0 == Self.paddingByte }),
      let data = Data(base64Encoded: digits)
    else { return nil }
    self.init(bytes: Array(data))
  }

  private static let paddingByte = UInt8(ascii: "=")

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
