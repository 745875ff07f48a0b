/// `okit.storyboard`
struct StoryboardModule: ScriptModule {
  let environment: ScriptEnvironment

  /// The function from which the prelude builds `okit.storyboard`.
  var internals: [(String, OkitModule.Body)] { [("storyboard", storyboard)] }

  static let declaration = Declaration(
    "storyboard", "(file: string, options?: okit.StoryboardOptions): table<string, okit.Controller>",
    """
    Defines the controllers of an Interface Builder file, and returns their classes by name. Properties that the \
    script gives to a controller of the same name take precedence.
    """
  )

  static let options = DeclaredClass(
    "okit.StoryboardOptions", "Options of `okit.storyboard`.",
    [
      Declaration(
        "names?", "table<string, string>",
        "names for controllers, by their ids; by default the storyboard identifiers, else the ids")
    ])

  private func storyboard(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let path = try call.string(0)
    let names = try names(call)
    guard let storyboards = host.storyboards else {
      throw Diagnostic.missingPart(.storyboards, for: "okit.storyboard")
    }
    guard let files = host.files else {
      throw Diagnostic(
        "file.read", "cannot find \"\(path)\"", hint: "there is no folder to search; \(HintPhrase.luaPath) one")
    }
    let found = try files.locate(path, ending: ".storyboard")
    let text = try files.read(found, maximum: storyboards.maximumSize, tooLarge: storyboards.tooLarge)
    let file = found.name
    host.state.addStoryboard(text, file: file)
    let definition = host.runtime.definition
    let (controllers, warnings) = try storyboards.define(
      text, file: file, names: names, in: definition, host.runtime.evaluator)
    for var warning in warnings {
      // The level of the log says that it is a warning.
      warning.severity = .error
      host.runtime.applicationLog.write(LogEntry(.warn, "\(warning)"))
    }
    host.state.restoreTimeLimit()
    return .value(
      .table(
        LuaTable(
          array: controllers.compactMap { name in
            definition.classes[name].map { ["name": .string($0.name), "base": .string($0.baseName)] }
          })))
  }

  private func names(_ call: borrowing LuaCall) throws -> [String: String] {
    if call.isNull(1) { return [:] }
    var names: [String: String] = [:]
    for pair in try call.table(1).pairs {
      guard case .string(let id) = pair.key, case .string(let name) = pair.value, !name.isEmpty else {
        throw Diagnostic("storyboard.names", "names must be a table of names by the ids of controllers")
      }
      names[id] = name
    }
    return names
  }
}
