import OKitEngine
import OKitLua

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
    "localized",
  ]

  var diagnostics: [Diagnostic] {
    functions.all.compactMap { found in
      let name = found.name.text
      guard !found.isOfController, !Self.hooks.contains(name), !name.hasPrefix("__"),
        !definitions.evaluator.mayCall(name),
        !isOverride(name, of: found.type), !isNamedElsewhere(name)
      else { return nil }
      let place = found.script.lines.place(of: found.name.range.lower)
      let start = found.name.range.lower - found.script.lines.start(ofLine: place.line)
      return Diagnostic(
        "function.unused", "nothing calls \(found.type).\(name)", severity: .warning,
        place: .init(file: found.script.file, line: place.line),
        excerpt: .init(
          source: SourceText(name: found.script.file, text: found.script.lines.text(ofLine: place.line)),
          range: SourceRange(start, start + name.utf8.count)))
    }
  }

  /// Whether another script in the folder has the name, which may call the function.
  private func isNamedElsewhere(_ name: String) -> Bool {
    definitions.otherScripts.contains { script in
      script.text.ranges(of: name).contains { range in
        let before = script.text[..<range.lowerBound].last
        let after = script.text[range.upperBound...].first
        return ![before, after].contains { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } == true }
      }
    }
  }

  /// Whether it replaces a function that a class above has, or the engine.
  private func isOverride(_ name: String, of type: String) -> Bool {
    guard let type = definitions.store.type(named: type) else { return false }
    return type.superType?.function(named: name) != nil
      || Declarations.sections.flatMap(\.classes).contains { $0.name == "okit.Entity" && $0.memberNames.contains(name) }
  }
}
