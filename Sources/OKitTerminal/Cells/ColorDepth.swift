/// The colors that a terminal shows.
package enum ColorDepth: Sendable {
  /// The 16 colors of the terminal's own palette.
  case palette16
  case palette256
  /// 24 bits.
  case trueColor
}

extension ColorDepth {
  /// Returns the codes of a color in an escape sequence (ECMA-48, SGR).
  package func code(_ color: ColorValue, isBackground: Bool) -> String {
    let kind = isBackground ? 48 : 38
    switch self {
    case .trueColor: return "\(kind);2;\(color.red);\(color.green);\(color.blue)"
    case .palette256: return "\(kind);5;\(Self.index256(color))"
    case .palette16:
      let index = Self.index16(color)
      return String((index < 8 ? 30 + index : 82 + index) + (isBackground ? 10 : 0))
    }
  }

  /// Returns the color of a text or a line that can be seen on a background: a palette of 16 colors may make both the
  /// same, or two grays of which nobody sees the difference.
  package func readable(_ color: ColorValue, on background: ColorValue) -> ColorValue {
    guard self == .palette16 else { return color }
    let ground = Self.palette[Self.index16(background)]
    func isSeen(_ color: ColorValue) -> Bool {
      ColorContrast.ratio(Self.palette[Self.index16(color)], ground) >= Self.leastContrast16
    }
    return isSeen(color) ? color : isSeen(Self.gray) ? Self.gray : ColorContrast.readable(ground, on: ground)
  }

  /// The least contrast of two colors of 16.
  package static let leastContrast16 = 1.5
  private static let gray = palette[8]

  /// The nearest color of the cube of 6 × 6 × 6 colors, or of the 24 grays.
  package static func index256(_ color: ColorValue) -> Int {
    let parts = [color.red, color.green, color.blue].map(Int.init)
    let levels = [0, 95, 135, 175, 215, 255]
    let nearest = parts.map { part in levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0 }
    let gray = min(23, max(0, (parts.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int {
      var sum = 0
      for (part, other) in zip(parts, other) { sum += (part - other) * (part - other) }
      return sum
    }
    let cube = nearest.map { levels[$0] }
    guard distance(cube) > distance([8 + 10 * gray, 8 + 10 * gray, 8 + 10 * gray]) else {
      return 16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]
    }
    return 232 + gray
  }

  /// The colors of most terminals: black, red, green, yellow, blue, magenta, cyan, white, then the bright ones.
  private static let palette: [ColorValue] = hexadecimal.map { (number: Int) -> ColorValue in
    ColorValue(red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  private static let hexadecimal: [Int] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00,
    0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  package static func index16(_ color: ColorValue) -> Int {
    func distance(_ other: ColorValue) -> Int {
      let parts = [
        Int(color.red) - Int(other.red), Int(color.green) - Int(other.green), Int(color.blue) - Int(other.blue),
      ]
      return parts.reduce(0) { $0 + $1 * $1 }
    }
    return palette.indices.min { distance(palette[$0]) < distance(palette[$1]) } ?? 0
  }
}
