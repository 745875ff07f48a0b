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
    case (.index, .global), (.call, .global): return hint(global: error.name)
    case (.call, .field): return hint(function: error.name)
    default: return nil
    }
  }

  static func hint(global name: String) -> String? { globals[name]?.rawValue }

  static func hint(function name: String) -> String? { functions[name]?.rawValue }
}

extension LuaState {
  /// Returns the hint at the permission without which a global variable, or a function in a field, is nil.
  package func permissionHint(for name: String, isGlobal: Bool) -> String? {
    (isGlobal ? MissingPermission.hint(global: name) : MissingPermission.hint(function: name)).flatMap(core.hint)
  }
}
