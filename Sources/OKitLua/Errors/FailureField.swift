/// The fields of an error of the engine that scripts can read.
enum FailureField: String, CaseIterable {
  case code, message, hint, file, line, place

  var declaration: Declaration {
    switch self {
    case .code: Declaration("code", "string", "a stable name, such as `model.type`")
    case .message: Declaration("message", "string", "what went wrong, with the hint")
    case .hint: Declaration("hint", "string?", "the nearest correct name, or a suggested fix")
    case .file: Declaration("file", "string?", "the script where it happened")
    case .line: Declaration("line", "integer?", "the line in it")
    case .place: Declaration("place", "string?", "file and line")
    }
  }

  static let declared = DeclaredClass(
    "okit.Error", "An error of the engine, as `pcall` returns it. `tostring` returns the complete text.",
    allCases.map(\.declaration))
}
