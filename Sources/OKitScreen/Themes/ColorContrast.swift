internal import Glibc

/// The contrast between two colors, as the Web Content Accessibility Guidelines (WCAG 2.2, 1.4.3) define it.
package enum ColorContrast {
  /// The least contrast between a text and its background.
  package static let least = 4.5

  /// Returns the contrast of two colors, from 1 to 21.
  package static func ratio(_ first: ColorValue, _ second: ColorValue) -> Double {
    let (first, second) = (luminance(first), luminance(second))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Returns a color that can be read on a background: the given one, mixed with black or white until the contrast is
  /// enough.
  package static func readable(_ color: ColorValue, on background: ColorValue) -> ColorValue {
    guard ratio(color, background) < least else { return color }
    let target: ColorValue = ratio(.black, background) > ratio(.white, background) ? .black : .white
    for step in 1...16 {
      let mixed = mix(color, target, Double(step) / 16)
      if ratio(mixed, background) >= least { return mixed }
    }
    return target
  }

  static func mix(_ color: ColorValue, _ other: ColorValue, _ share: Double) -> ColorValue {
    func part(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) * (1 - share) + Double(second) * share).rounded())
    }
    return ColorValue(
      red: part(color.red, other.red), green: part(color.green, other.green), blue: part(color.blue, other.blue))
  }

  private static func luminance(_ color: ColorValue) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
