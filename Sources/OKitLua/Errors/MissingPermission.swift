internal import CLua

/// Hints at the permission or the module that a script lacks.
///
/// A library function without its permission does not exist, so that `if io then` works; a script that uses it all the
/// same gets Lua's own error about a nil value.
enum MissingPermission {
  private static let globals = [
    "io": "run with --allow read or --allow write",
    "dofile": "run with --allow read", "loadfile": "run with --allow read",
    "debug": "run with --allow native",
  ]
  private static let functions = [
    "remove": "run with --allow write", "rename": "run with --allow write", "tmpname": "run with --allow write",
    "getenv": "run with --allow env",
    "execute": "run with --allow os", "exit": "run with --allow os", "setlocale": "run with --allow os",
    "popen": "run with --allow os",
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
