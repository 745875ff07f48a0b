import OKitEngine

/// Tells a script that uses what it has no permission for which permission that is.
///
/// What is not permitted is not there, so that `if io then` works; the error of a script that uses it all the same is
/// Lua's own, about a nil value.
enum MissingPermission {
  private static let flags: [(names: [String], flag: String)] = [
    (["global 'io'"], "--allow read and --allow write permit files"),
    (["global 'dofile'", "global 'loadfile'"], "--allow read permits it"),
    (["field 'remove'", "field 'rename'", "field 'tmpname'"], "--allow write permits it"),
    (["field 'getenv'"], "--allow env permits it"),
    (["field 'execute'", "field 'exit'", "field 'setlocale'", "field 'popen'"], "--allow os permits it"),
    (["global 'debug'", "global 'package'"], "--allow native permits it"),
  ]

  static func hint(for message: String) -> String? {
    guard
      message.hasPrefix("attempt to index a nil value (global '") || message.hasPrefix("attempt to call a nil value (")
    else { return nil }
    return flags.first { $0.names.contains { message.hasSuffix("(\($0))") } }?.flag
  }
}
