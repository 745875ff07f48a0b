/// Functions of colours.
enum ColorFunctions {
  static let all: [BuiltInFunction] = [
    color("hexColor") { color in .string(color.hex) },
    color("isLight") { color in .bool(color.brightness > 0.5) },
    color("isDark") { color in .bool(color.brightness <= 0.5) },
  ]

  private static func color(_ name: String, _ body: @escaping @Sendable (ColorValue) -> Value) -> BuiltInFunction {
    BuiltInFunction(name) { (call) throws(Diagnostic) in
      guard case .color(let color) = call.receiver else { throw call.wrongReceiver("Color") }
      return body(color)
    }
  }
}
