internal import CLua

/// Hints at the permission or the module that a script lacks.
///
/// A library function without its permission does not exist, so that `if io then` works; a script that uses it all the
/// same gets Lua's own error about a nil value.
enum MissingPermission {
  private static let globals = [
    "io": "run with \(HintPhrase.read) or \(HintPhrase.write)",
    "dofile": "run with \(HintPhrase.read)", "loadfile": "run with \(HintPhrase.read)",
    "debug": "run with \(HintPhrase.native)",
  ]
  private static let functions = [
    "remove": "run with \(HintPhrase.write)", "rename": "run with \(HintPhrase.write)",
    "tmpname": "run with \(HintPhrase.write)",
    "getenv": "run with \(HintPhrase.environment)",
    "execute": "run with \(HintPhrase.system)", "exit": "run with \(HintPhrase.system)",
    "setlocale": "run with \(HintPhrase.system)",
    "popen": "run with \(HintPhrase.system)",
  ]

  static func hint(for error: LuaErrorFacts) -> String? {
    guard error.isNil else { return nil }
    switch (error.kind, error.variable) {
    case (.index, .global), (.call, .global): return globals[error.name]
    case (.call, .field): return functions[error.name]
    default: return nil
    }
  }
}
