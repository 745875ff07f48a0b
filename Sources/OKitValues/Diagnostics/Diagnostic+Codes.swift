/// The codes that programs distinguish most often. `docs/errors.md` has all of them; a program writes another one as a
/// literal.
extension Diagnostic.Code {
  /// The user could not perform the action.
  public static let actionImpossible: Self = "action.impossible"
  /// The data are not an action.
  public static let actionJSON: Self = "action.json"
  /// The program has closed the application.
  public static let applicationClosed: Self = "application.closed"
  /// A limit has stopped the script, and the application performs no actions before a reload.
  public static let applicationStopped: Self = "application.stopped"
  /// The operation is not possible during a turn.
  public static let applicationTurn: Self = "app.turn"
  /// A turn, a screen or a read of the engine has exceeded a limit.
  public static let engineLimit: Self = "app.limit"
  /// The text is not a binding.
  public static let bindingSyntax: Self = "binding.syntax"
  /// A binding names a property or a function that does not exist.
  public static let bindingUnknownName: Self = "binding.unknownName"
  /// A call of Lua nests too deeply.
  public static let luaDepth: Self = "lua.depth"
  /// An error of Lua's own, or of `error`.
  public static let luaError: Self = "lua.error"
  /// The script has no such function.
  public static let luaFunction: Self = "lua.function"
  /// A Swift function has thrown an error that is not a diagnostic; it is `underlying`.
  public static let luaHost: Self = "lua.host"
  /// A script has exceeded a limit.
  public static let luaLimit: Self = "lua.limit"
  /// A text cannot be a name in scripts or bindings.
  public static let luaName: Self = "lua.name"
  /// A script with a syntax error.
  public static let luaSyntax: Self = "lua.syntax"
  /// A value has another type than the program expects.
  public static let luaValue: Self = "lua.value"
  /// The reader of an asynchronous sequence was too slow, and the next changes are lost.
  public static let observationGap: Self = "observe.gap"
  /// Another program uses the documents directory.
  public static let storageLocked: Self = "storage.locked"
}
