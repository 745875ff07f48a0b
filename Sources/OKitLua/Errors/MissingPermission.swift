internal import CLua

/// Hints at the permission or the module that a script lacks.
///
/// A library function without its permission does not exist, so that `if io then` works; a script that uses it all the
/// same gets Lua's own error about a nil value.
enum MissingPermission {
  private static let globals: [String: HintPhrase] = [
    "io": .readOrWrite,
    "dofile": .read, "loadfile": .read,
    "debug": .native,
  ]
  private static let functions: [String: HintPhrase] = [
    "remove": .write, "rename": .write,
    "tmpname": .write,
    "getenv": .environment,
    "execute": .system, "exit": .system,
    "setlocale": .system,
    "popen": .system,
  ]

  static func hint(for error: LuaErrorFacts) -> String? {
    guard error.isNil else { return nil }
    switch (error.kind, error.variable) {
    case (.index, .global), (.call, .global): return globals[error.name]?.rawValue
    case (.call, .field): return functions[error.name]?.rawValue
    default: return nil
    }
  }
}
