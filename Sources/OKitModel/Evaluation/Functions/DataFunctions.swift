/// Functions of bytes and of images.
enum DataFunctions {
  static let ofData: [BuiltInFunction] = [
    base64("Data") { value in
      guard case .data(let data) = value else { return nil }
      return .string(data.base64)
    }
  ]

  static let ofImages: [BuiltInFunction] = [
    base64("Image") { value in
      switch value {
      case .image(.data(let data)): .string(data.base64)
      // Only the host has the bytes of an image with a name.
      case .image(.named): .null
      default: nil
      }
    }
  ]

  /// - Parameter text: Returns the text of a value; nil for one of another type.
  private static func base64(_ type: String, _ text: @escaping @Sendable (Value) -> Value?) -> BuiltInFunction {
    BuiltInFunction("base64", "the bytes as Base64 text", gives: .text) { (call) throws(Diagnostic) in
      guard let text = text(call.receiver) else { throw call.wrongReceiver(type) }
      return text
    }
  }
}
