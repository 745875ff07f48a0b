extension ColorValue {
  /// Returns a mixture with another color.
  ///
  /// - Parameter share: That of the other color, from 0 to 1.
  func mixed(with other: ColorValue, _ share: Double) -> ColorValue {
    func part(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) * (1 - share) + Double(second) * share).rounded())
    }
    return ColorValue(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// The color that a transparent one has on a background.
  func opaque(on background: ColorValue) -> ColorValue {
    alpha == 255 ? self : background.mixed(with: self, Double(alpha) / 255)
  }
}
