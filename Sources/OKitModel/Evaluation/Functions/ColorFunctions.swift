/// Functions of colors.
enum ColorFunctions {
  static let all: [BuiltInFunction] = [
    color("hexColor", "as a string, `#rrggbb`", gives: .text) { color in .string(color.hex) },
    color("isLight", "more than half the brightness of white", gives: .bool) { color in .bool(color.brightness > 0.5) },
    color("isDark", "at most half the brightness of white", gives: .bool) { color in .bool(color.brightness <= 0.5) },
    color("image", "an image of one pixel of the color", gives: .image) { color in
      .image(.data(DataValue(bytes: PixelImage.png(color))))
    },
  ]

  private static func color(
    _ name: String, _ meaning: String, gives result: BuiltInFunction.Result,
    _ body: @escaping @Sendable (ColorValue) -> Value
  ) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: result) { (call) throws(Diagnostic) in
      guard case .color(let color) = call.receiver else { throw call.wrongReceiver("Color") }
      return body(color)
    }
  }
}
