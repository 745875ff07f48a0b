/// `okit.base64`: bytes as texts.
struct Base64Module {
  static let functions: [OkitModule.Function<Self>] = [
    .init("encode", "(bytes: string): string", "Returns bytes as Base64 text.") { module, call in
      let bytes = try module.bytes(call)
      return .value(.string(DataValue(bytes: bytes).base64))
    },
    .init(
      "decode", "(text: string): string",
      "Returns the bytes of a Base64 text; white space in it is ignored. Fails for another text."
    ) { module, call in
      let text = String(decoding: try module.bytes(call), as: UTF8.self)
      guard let data = DataValue(base64: text) else {
        throw Diagnostic(
          "function.argument", "\(PrintableText.quoted(String(text.prefix(60)))) is not Base64",
          hint: "use the alphabet A–Z, a–z, 0–9, + and /, with padding")
      }
      return .value(.bytes(data.bytes))
    },
  ]

  static let declared = DeclaredClass(
    "okit.base64", "Converts bytes to Base64 texts and back.", call: .function, at: "okit.base64",
    functions.map(\.declaration))

  /// The longest argument.
  private static let maximumBytes = 64 << 20

  private func bytes(_ call: borrowing LuaCall) throws -> [UInt8] {
    switch try call[0] {
    case .string(let text): return try checked(Array(text.utf8))
    case .bytes(let bytes): return try checked(bytes)
    default: throw call.mismatch(0, "string")
    }
  }

  private func checked(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count <= Self.maximumBytes else {
      throw Diagnostic("app.size", "okit.base64 accepts strings of up to \(Self.maximumBytes >> 20) MiB")
    }
    return bytes
  }
}
