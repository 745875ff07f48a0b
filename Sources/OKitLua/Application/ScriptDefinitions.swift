/// What a script defines: its main chunk has run in the sandbox, without documents, network and screens.
package final class ScriptDefinitions {
  /// A file that the script has read.
  package struct File {
    /// As messages name it.
    package let name: String
    package let text: String

    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// Why the main chunk has ended early; nil if it has run to its end.
  package private(set) var failure: Diagnostic?
  /// The mistakes in single properties, without which the rest was defined.
  package private(set) var problems: [Diagnostic] = []
  /// The scripts that were loaded: the main script first, then its modules by name.
  package private(set) var scripts: [File] = []
  /// The other scripts and storyboards in the folder of the main script: of other applications that share modules and
  /// texts, and tests.
  package private(set) lazy var otherScripts: [File] = {
    guard let folder else { return [] }
    let known = Set(scripts.map(\.name))
    return ScriptFolder.scripts(in: folder).filter { !known.contains(WorkingDirectory.relative($0.name)) }.map {
      File(name: $0.name, text: openTexts.openText(of: $0.name) ?? $0.text)
    }
  }()
  private let folder: String?
  private let openTexts: SourceFiles
  /// The `.strings` files beside the script, by language.
  package private(set) var texts: [(language: String, file: File)] = []
  /// The files that were read, which `--watch` follows.
  package let files: Set<String>
  /// The names of the global variables when the script had run; nil where the script makes that uncertain.
  package private(set) var globals: Set<String>?
  private let instance: ScriptInstance

  package var definition: AppDefinition { instance.runtime.definition }
  package var evaluator: Evaluator { instance.runtime.evaluator }
  package var store: ModelStore { instance.runtime.store }

  /// Runs the definitions of a script.
  ///
  /// - Parameter options: limits, permissions, arguments; where models are stored is ignored.
  /// - Throws: `file.read`, `file.encoding`; what making a Lua state throws.
  package convenience init(script path: String, options: LuaApplication.Options) throws {
    try self.init(ScriptSource(file: path), options)
  }

  /// Runs the definitions of a script's text; see `init(script:options:)`.
  package convenience init(text: String, chunk: String, folder: String?, options: LuaApplication.Options) throws {
    try self.init(ScriptSource(text: text, chunk: chunk, folder: folder), options)
  }

  private init(_ source: ScriptSource, _ options: LuaApplication.Options) throws {
    folder = source.folder
    var options = options
    options.storesRows = false
    options.print = { _ in }
    options.write = { _, _ in }
    options.permissions.network = .all
    options.answers = options.answers ?? OfflineServer()
    (options.documents, options.storage, options.databases, options.keyStore) = (nil, nil, nil, nil)
    options.modelStorage = nil
    var reported: [Diagnostic] = []
    options.onReport = { reported.append($0) }
    instance = try ScriptInstance(options, TransientStorage(), ApplicationServices(options), Interruption())
    instance.runtime.registry.readsExistingDatabases = false
    instance.host.definitionProblems = []
    let found = SourceFiles(openTexts: options.openTexts)
    openTexts = found
    let text = try source.read(found)
    failure = instance.define(source, options, found) ?? reported.first { $0.severity == .error }
    var problems = instance.host.definitionProblems ?? []
    instance.host.definitionProblems = nil
    problems += reported.filter { $0.severity != .error }
    (files, self.problems) = (found.paths, problems)
    scripts = [File(name: source.chunk, text: text)] + modules(besides: source.chunk)
    texts = try textFiles(source.folder, found)
    globals = globalNames()
  }

  /// Ends the script.
  package func close() { instance.close() }

  /// A script that has replaced functions of the standard library, or given the globals a metatable, may find globals
  /// elsewhere.
  private func globalNames() -> Set<String>? {
    let chunk = """
      if getmetatable(_G) ~= nil then return nil end
      local names = {}
      for name in next, _G do if type(name) == "string" then names[#names + 1] = name end end
      return table.concat(names, "\\n")
      """
    let state = instance.state
    // An error means that they are not certain.
    let values = try? instance.runtime.turn { try state.call(state.load(chunk, chunk: "=check")) }
    guard case .string(let names)?? = values?.first else { return nil }
    return Set(names.split(separator: "\n").map(String.init))
  }

  private func modules(besides chunk: String) -> [File] {
    let known = Set(files.map(WorkingDirectory.relative))
    return instance.state.core.sources.files.filter { $0.name != chunk && known.contains($0.name) }
  }

  private func textFiles(_ folder: String?, _ files: SourceFiles) throws -> [(language: String, file: File)] {
    guard let folder else { return [] }
    return try TextsFinder.files(in: folder).map {
      ($0.language, File(name: $0.path, text: try files.text(of: $0.path)))
    }
  }
}
