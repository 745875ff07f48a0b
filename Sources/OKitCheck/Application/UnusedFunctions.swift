/// Finds functions of entities and extension functions that no binding and no script names.
struct UnusedFunctions {
  private let functions: ScriptFunctionIndex
  private let definitions: ScriptDefinitions

  init(_ functions: ScriptFunctionIndex, _ definitions: ScriptDefinitions) {
    (self.functions, self.definitions) = (functions, definitions)
  }

  /// The functions that the engine calls.
  private static let hooks: Set = [
    "managed", "unmanaged", "invalidated", "sync", "conflict", "validate", "description", "migrate", "migrateRow",
    "localized", "apply", "send", "done", "refused",
  ]

  var diagnostics: [Diagnostic] {
    let overridable = Set(
      Declarations.sections.flatMap(\.classes).filter { $0.name == "okit.Entity" }.flatMap(\.memberNames))
    let unused = functions.all.filter { isUnused($0, overridable) }
    guard !unused.isEmpty else { return [] }
    let elsewhere = Self.names(in: definitions.otherScripts)
    return unused.compactMap { found in
      let name = found.name.text
      let isStorage = isUnusedStorage(found)
      guard isStorage || !elsewhere.contains(name[...]) else { return nil }
      let place = found.script.lines.place(of: found.name.range.lower)
      let start = found.name.range.lower - found.script.lines.start(ofLine: place.line)
      return Diagnostic(
        "function.unused", "nothing calls \(found.type).\(name)", severity: .warning,
        place: .init(file: found.script.file, line: place.line),
        excerpt: .init(
          source: SourceText(name: found.script.file, text: found.script.lines.text(ofLine: place.line)),
          range: SourceRange(start, start + name.utf8.count)),
        hint: isStorage ? "only a class that extends okit.Model itself has a storage of its own" : nil)
    }
  }

  /// The names in the other scripts of the folder, which may call a function.
  private static func names(in scripts: [ScriptDefinitions.File]) -> Set<Substring> {
    func isPart(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
    return scripts.reduce(into: []) { names, script in
      names.formUnion(script.text.utf8.split { !isPart($0) }.map(Substring.init))
    }
  }

  private func isUnused(_ found: ScriptFunctionIndex.Definition, _ overridable: Set<String>) -> Bool {
    let name = found.name.text
    if isUnusedStorage(found) { return true }
    guard found.kind != .component, !Self.hooks.contains(name), !name.hasPrefix("__"),
      !definitions.evaluator.mayCall(name)
    else { return false }
    // It may replace a function that a class above has, or the engine.
    guard let type = definitions.store.type(named: found.type) else { return true }
    // A storage is called.
    guard type.storageFunctions == nil || !EntityType.storageNames.contains(name) else { return false }
    return type.superType?.function(named: name) == nil && !overridable.contains(name)
  }

  /// Whether it is a function of a storage of its own, in a class of models that are stored elsewhere.
  private func isUnusedStorage(_ found: ScriptFunctionIndex.Definition) -> Bool {
    guard found.kind == .method, EntityType.storageNames.contains(found.name.text),
      let type = definitions.store.type(named: found.type), type.isModel, !type.canHaveStorageFunctions
    else { return false }
    return type.function(named: "read") != nil && type.function(named: "write") != nil
      && !functions.calledOnClasses.contains("\(found.type).\(found.name.text)")
  }
}
