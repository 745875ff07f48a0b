/// A color of 8-bit red, green, blue and opacity.
public struct ColorValue: Hashable, Sendable {
  /// The components, 0 to 255.
  package var red, green, blue, alpha: UInt8

  /// Creates a color from its components, 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Reads `#rrggbb`, `#rrggbbaa` or `#rgb`, with or without the `#`; nil for anything else.
  public init?(hex: String) {
    var digits = Array(hex.utf8)
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    var nibbles: [UInt8] = []
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibbles.append(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibbles.append(digit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): nibbles.append(digit - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    if nibbles.count == 3 { nibbles = nibbles.flatMap { [$0, $0] } }
    guard nibbles.count == 6 || nibbles.count == 8 else { return nil }
    let parts = stride(from: 0, to: nibbles.count, by: 2).map { (index: Int) -> UInt8 in
      nibbles[index] << 4 | nibbles[index + 1]
    }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  /// `#rrggbb`, or `#rrggbbaa` when not opaque.
  public var hex: String {
    let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return parts.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// Perceived brightness from 0 to 1, by the weights of ITU-R BT.601.
  package var brightness: Double {
    (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
  }
}
