/// The scripts of the folder that belong to an application without being loaded by it: those that load one of its
/// scripts, such as tests, and those that they load.
struct RelatedScripts {
  private(set) var scripts: [LuaScript] = []
  /// Scripts that cannot be parsed.
  private(set) var unreadable: [ScriptDefinitions.File] = []

  init(_ definitions: ScriptDefinitions, _ own: [LuaScript]) {
    unreadable += definitions.scripts.filter { script in
      script.name.hasSuffix(".lua") && !own.contains { $0.file == script.name }
    }
    var candidates: [(file: String, script: LuaScript?, text: String)] = definitions.otherScripts.map {
      ($0.name, try? LuaScript(file: $0.name, text: $0.text), $0.text)
    }
    unreadable += candidates.filter { $0.script == nil }.map { .init(name: $0.file, text: $0.text) }
    var known = Set(own.map(\.file))
    var waiting = own
    // What loads one of them, and what those load.
    while !waiting.isEmpty || !candidates.isEmpty {
      let loaded = Set(waiting.flatMap { Self.loadedFiles(in: $0) })
      let found = candidates.filter { candidate in
        guard let script = candidate.script else { return false }
        return loaded.contains { Self.names($0, candidate.file) }
          || Self.loadedFiles(in: script).contains { name in known.contains { Self.names(name, $0) } }
      }
      if found.isEmpty { break }
      waiting = found.compactMap(\.script)
      scripts += waiting
      known.formUnion(found.map(\.file))
      candidates.removeAll { candidate in found.contains { $0.file == candidate.file } }
    }
  }

  /// The names that a script gives to `require` and `okit.launch`, or keeps for them in a variable.
  private static func loadedFiles(in script: LuaScript) -> [String] {
    let required = script.calls.compactMap { call -> String? in
      guard call.name?.text == "require" else { return nil }
      return call.arguments.first?.literal.map { $0.value.split(separator: ".").joined(separator: "/") + ".lua" }
    }
    return required + script.strings.map(\.value).filter { $0.hasSuffix(".lua") }
  }

  private static func names(_ name: String, _ file: String) -> Bool {
    name != "okit.lua" && (file == name || file.hasSuffix("/" + name))
  }
}
