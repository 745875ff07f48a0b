/// `okit.localized`, `log`, `image`, `color`.
struct TextModule: ScriptModule {
  let environment: ScriptEnvironment

  private var runtime: AppRuntime { host.runtime }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "localized", "(key: string, ...: any): string",
      "Returns the text for a key in the application's language, with the remaining arguments in its placeholders."
    ) { try $0.localized($1) },
    .init("image", "(name: string): string", "Returns the name of an image.") { .value(.string(try $1.string(0))) },
    .init("color", "(hex: string): string", "Returns a color as `#rrggbb`; fails if the string is not a color.") {
      let text = try $1.string(0)
      guard let color = ColorValue(hex: text) else {
        throw Diagnostic("function.argument", "\"\(text)\" is not a color", hint: "use #rrggbb")
      }
      return .value(.string(color.hex))
    },
  ]

  /// The functions from which the prelude builds `okit.log`.
  var internals: [(String, OkitModule.Body)] {
    [
      (
        "log",
        { call in
          guard let level = LogEntry.Level(rawValue: try call.string(0)) else { throw call.mismatch(0, "level") }
          runtime.applicationLog.write(LogEntry(level, try call.text(1)))
          return .nothing
        }
      )
    ]
  }

  /// `okit.localized(key, …)`: the arguments replace the text's placeholders.
  private func localized(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let key = try call.string(0)
    let arguments = try call.values(from: 1).map { runtime.evaluator.text(try host.bridge.value($0)) ?? "" }
    runtime.store.graph.read(runtime.store.localeSource)
    let budget = runtime.store.budget
    let text = try runtime.texts.text(key, arguments) { try budget.step() }
    return .value(.string(text))
  }
}
