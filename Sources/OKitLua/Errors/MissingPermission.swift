internal import CLua

/// Hints at the permission that a script lacks.
///
/// A library function without its permission does not exist, so that `if io then` works; a script that uses it all the same
/// gets Lua's own error about a nil value.
enum MissingPermission {
  private static let globals = [
    "io": "--allow read and --allow write permit files",
    "dofile": "--allow read permits it", "loadfile": "--allow read permits it",
    "debug": "--allow native permits it", "package": "--allow native permits it",
  ]
  private static let functions = [
    "remove": "--allow write permits it", "rename": "--allow write permits it", "tmpname": "--allow write permits it",
    "getenv": "--allow env permits it",
    "execute": "--allow os permits it", "exit": "--allow os permits it", "setlocale": "--allow os permits it",
    "popen": "--allow os permits it",
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
