/// `okit.input`: the standard input of a program.
struct InputModule: ScriptModule {
  let environment: ScriptEnvironment

  var internals: [(String, OkitModule.Body)] { [("read_line", readLine)] }

  /// - Throws: `input.session` when standard input has the commands of a session.
  private func readLine(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard host.runtime.definition.controllerNames.isEmpty else {
      throw Diagnostic(
        "input.session", "standard input has the commands of the session", hint: "only programs without screens read it"
      )
    }
    guard let bytes = try host.options.readLine() else { return .value(.null) }
    return .value(String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes))
  }
}
