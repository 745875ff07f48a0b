/// Annotations of the Lua language server for the classes that an application defines.
package struct ApplicationAnnotations {
  /// The annotations; nil when the script has failed.
  package let text: String?
  /// Why the script has failed.
  package let failure: Finding?
  /// Whether the error says nothing about the definitions of the script, so that a check would be incomplete.
  package let isIncomplete: Bool
  /// The files that the script has read, which `--watch` follows.
  package let files: Set<String>

  /// Runs the definitions of a script, and annotates them.
  ///
  /// - Parameter options: limits, permissions and arguments of the script.
  /// - Throws: what making a Lua state throws. Anything wrong with the script is the failure.
  package init(script path: String, options: LuaApplication.Options) throws {
    try self.init(path, options) { try ScriptDefinitions(script: path, options: $0) }
  }

  /// Annotates the definitions of a script's text; see `init(script:options:)`.
  package init(text: String, file: String, folder: String? = nil, options: LuaApplication.Options) throws {
    try self.init(file, options) { try ScriptDefinitions(text: text, chunk: file, folder: folder, options: $0) }
  }

  private init(
    _ path: String, _ options: LuaApplication.Options, _ run: (LuaApplication.Options) throws -> ScriptDefinitions
  ) throws {
    do {
      let definitions = try ScriptDefinitions.withEndpoint(options, run)
      defer { definitions.close() }
      let scripts = ApplicationCheck.parsed(definitions)
      files = definitions.files
      failure = definitions.failure.map { FindingLocator(scripts).finding($0, code: FindingCode.code(for: $0)) }
      isIncomplete = definitions.failure.map(ApplicationCheck.preventsCheck) ?? false
      let name = PrintableText.line(String(path.split(separator: "/").last ?? ""))
      text = failure == nil ? AnnotationWriter(scripts, definitions, file: name).text : nil
    } catch let diagnostic as Diagnostic {
      (text, isIncomplete, files) = (nil, true, [path])
      failure = ApplicationCheck.finding(for: diagnostic, path)
    }
  }
}
