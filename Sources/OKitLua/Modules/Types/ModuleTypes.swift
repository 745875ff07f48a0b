/// The module `okit` as scripts see it.
enum ModuleTypes {
  static let all =
    [
      module, log, input, TimeModule.timerOptions, StoryboardModule.options, SecureStoreModule.declared,
      OutboxModule.declared,
      BackupModule.declared,
      BackupModule.stored,
      ThemeModule.declared, ThemeModule.fields, ThemeModule.shown, MaskModule.declared, Base64Module.declared,
    ] + DataModule.declared

  static let module = DeclaredClass(
    "okit", "The module `okit`: classes, types and functions for applications written in Lua.", extends: "okit.Tests",
    call: .function,
    at: "okit",
    ModelTypes.classes
      + ComponentDescriptor.all.map { Declaration($0.name, "okit.\($0.name)", $0.meaning) }
      + [
        Declaration(
          "ModelApplicationContoller", "okit.ModelApplicationController",
          "The same class, as OKit's storyboards spell it."),
        Declaration("ModelTheme", "okit.ModelTheme", "The themes of the application."),
        Declaration("types", "okit.types", "Types of properties."),
        Declaration("log", "okit.log", "Writes to the log."),
        Declaration("arguments", "string[]", "The command-line arguments after `--`."),
        Declaration(
          "exit", "(status?: integer|boolean)",
          "Ends the session, stores the models, and exits with a status from 0 to 255 (default 0)."),
        Declaration("json", "okit.json", "JSON texts."),
        Declaration("url", "okit.url", "Percent-encoding and URLs."),
        Declaration("input", "okit.Input", "The standard input of a program."),
        Declaration("base64", "okit.base64", "Converts bytes to Base64 texts and back."),
        Declaration("Backup", "okit.Backup", "The backups of the models."),
        Declaration("outbox", "okit.outbox", "The mutations that are not sent."),
        Declaration("SecureStore", "okit.SecureStore", "The keys of the encrypted models."),
        Declaration("app", "okit.App", "The application itself, driven as a user would."),
        Declaration(
          "application?", "okit.ModelApplicationController",
          "The controller of the application; nil without one, and until the application is launched."),
      ] + functions)

  static let functions =
    [extend, MaskModule.create, ClientModule.create] + HistoryModule.functions.map(\.declaration)
    + DialogModule.functions.map(\.declaration)
    + NavigationModule.functions.map(\.declaration)
    + TextModule.functions.map(\.declaration) + TimeModule.functions.map(\.declaration) + [awaiting]
    + [StoryboardModule.declaration]
    + NetModule.functions.map(\.declaration) + [NetModule.events]

  private static let extend = Declaration(
    "extend",
    "(type: okit.CoreType|string|okit.EntityClass, functions: table<string, fun(value: any, ...: any): any>)",
    """
    Adds functions to a type for use in bindings: `price/vat(#0.19)`. Each is called with the value and then its \
    parameters.
    """
  )

  private static let awaiting = Declaration(
    "await", "(fn: fun(done: fun(...: any))): ...: any",
    "Calls a function with a callback, waits until the callback is called, and returns its arguments.")

  static let aliases = [
    DeclaredAlias(
      "okit.CoreType", DeclaredType.choice(FunctionRegistry.coreTypes), "A type whose values can be extended.")
  ]

  static let input = DeclaredClass(
    "okit.Input", "The standard input of a program.", call: .method, at: "okit.input",
    [Declaration("lines", "(): fun(): string?", "Returns an iterator over the lines, without their line breaks.")])

  static let log = DeclaredClass(
    "okit.log", "Writes lines to the log, with spaces between the values.", call: .function, at: "okit.log",
    [
      ("debug", "a detail for developers"), ("info", "an event"), ("warn", "a possible problem"),
      ("error", "an error"),
    ].map { Declaration($0.0, "(...: any)", "Logs \($0.1).") })
}
