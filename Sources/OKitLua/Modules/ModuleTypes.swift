import OKitEngine

/// The module `okit` as scripts see it.
enum ModuleTypes {
  static let all = [module, log]

  static let module = DeclaredClass(
    "okit", "The module of okit: classes, types and functions of applications written in Lua.", extends: "okit.Tests",
    call: .function,
    at: "okit",
    ModelTypes.classes
      + ComponentKind.allCases.map { Declaration($0.rawValue, "okit.\($0.rawValue)", ComponentTypes.meaning($0)) }
      + [
        Declaration("types", "okit.types", "Types of properties."),
        Declaration("log", "okit.log", "Writes lines of the log."),
        Declaration("arguments", "string[]", "What followed `--` on the command line."),
        Declaration("app", "okit.App", "The application as its own script sees it."),
      ] + functions)

  static let functions =
    [extend] + DialogModule.functions.map(\.declaration) + NavigationModule.functions.map(\.declaration)
    + TextModule.functions.map(\.declaration) + TimeModule.functions.map(\.declaration) + [awaiting]
    + NetModule.functions.map(\.declaration)

  private static let extend = Declaration(
    "extend",
    "(type: okit.CoreType|string|okit.EntityClass, functions: table<string, fun(value: any, ...: any): any>)",
    "Adds functions to the values of a type, for bindings: `price/vat(#0.19)`. They get the value, then their parameters."
  )

  private static let awaiting = Declaration(
    "await", "(fn: fun(done: fun(...: any))): ...: any",
    "Waits until a function has called what it was given, and gives what it was called with.")

  static let aliases = [
    DeclaredAlias(
      "okit.CoreType", DeclaredType.choice(FunctionRegistry.coreTypes), "A type whose values can be extended.")
  ]

  static let log = DeclaredClass(
    "okit.log", "Writes lines of the log; values are joined by blanks.", call: .function, at: "okit.log",
    [
      ("debug", "what only a developer wants to know"), ("info", "what happens"), ("warn", "what may be wrong"),
      ("error", "what went wrong"),
    ].map { Declaration($0.0, "(...: any)", "A line that says \($0.1).") })
}
