/// Finds what scripts give to functions that define controllers and create cells for them: `list("films", { rowSort =
/// "yaer" })`. The engine knows the line of the definition, which is in the function.
final class HelperCalls {
  private let scripts: [LuaScript]
  private lazy var callsByName: [String: [(script: LuaScript, call: LuaSyntax.Call)]] = {
    var calls: [String: [(script: LuaScript, call: LuaSyntax.Call)]] = [:]
    for script in scripts {
      for call in script.calls {
        if let name = call.name { calls[name.text, default: []].append((script, call)) }
      }
    }
    return calls
  }()
  private var functions: [String: [(name: String, range: SourceRange)]] = [:]

  init(_ scripts: [LuaScript]) { self.scripts = scripts }

  /// Returns the only string with a value that is given to the function around a line; several calls are told apart by
  /// the name of the controller, or by what the part is called on the screen.
  func literal(
    _ value: String, around line: Int, of script: LuaScript, _ origin: Diagnostic.Origin?
  ) -> (LuaScript, LuaSyntax.StringLiteral)? {
    only(around: line, of: script, origin) { script, call in
      script.strings(withValue: value).first { Self.contains(call.range, $0.range) }
    }
  }

  /// Returns the only place of a property in a table that is given to the function around a line.
  func place(
    of property: String, around line: Int, of script: LuaScript, _ origin: Diagnostic.Origin?
  ) -> (LuaScript, LuaScript.PropertyPlace)? {
    only(around: line, of: script, origin) { _, call in LuaScript.place(of: property, in: call) }
  }

  private func only<Found>(
    around line: Int, of script: LuaScript, _ origin: Diagnostic.Origin?,
    _ find: (LuaScript, LuaSyntax.Call) -> Found?
  ) -> (LuaScript, Found)? {
    guard let name = functionName(around: line, in: script) else { return nil }
    let found = (callsByName[name] ?? []).compactMap { script, call in
      find(script, call).map { (script: script, call: call, found: $0) }
    }
    if found.count == 1 { return (found[0].script, found[0].found) }
    let named = found.filter { isAbout($0.call, in: $0.script, origin) }
    return named.count == 1 ? (named[0].script, named[0].found) : nil
  }

  private func isAbout(_ call: LuaSyntax.Call, in script: LuaScript, _ origin: Diagnostic.Origin?) -> Bool {
    guard let origin else { return false }
    let names = origin.part == nil ? [origin.owner] : (origin.element ?? "").split(separator: "\"").map(String.init)
    return names.flatMap { [$0, "#\($0)", "%\($0)"] }.contains { name in
      script.strings(withValue: name).contains { Self.contains(call.range, $0.range) }
    }
  }

  private static func contains(_ outer: SourceRange, _ inner: SourceRange) -> Bool {
    outer.lower <= inner.lower && inner.upper <= outer.upper
  }

  /// The name of the innermost function around a line.
  private func functionName(around line: Int, in script: LuaScript) -> String? {
    let known = functions[script.file] ?? Self.functions(in: script)
    functions[script.file] = known
    return known.filter {
      script.lines.line(of: $0.range.lower) <= line && line <= script.lines.line(of: $0.range.upper)
    }
    .min { $0.range.upper - $0.range.lower < $1.range.upper - $1.range.lower }?.name
  }

  private static func functions(in script: LuaScript) -> [(name: String, range: SourceRange)] {
    var found: [(name: String, range: SourceRange)] = []
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        for (target, function) in statement.functions {
          if let name = target.name { found.append((name.text, function.range)) }
        }
      })
    return found
  }
}
