internal import Glibc

/// Finds the Lua files that a script may read: those below its own folder, and those that the Lua path names.
///
/// Names are module names, not paths, so that they lead nowhere else. Symbolic links are followed as far as they stay
/// inside their folder; those of the Lua path, whose folders the person has named, also to Lua files elsewhere.
package final class ModuleFinder {
  private let searched: ModulePlaces
  private var places: [ModulePlaces.Place] { searched.places }
  private let files: SourceFiles?
  /// The value of `package.path`.
  var path: String { searched.path }
  /// Whether native libraries are found as well, after all texts.
  private let native: Bool

  /// - Parameters:
  ///   - folder: The script's own; nil when it has none.
  ///   - libraries: Folders, or templates such as `folder/?.lua`; several in one are separated by `;`.
  ///   - native: Whether native libraries are found as well.
  ///   - files: Collects the files that were found.
  package init(folder: String?, libraries: [String] = [], native: Bool = false, files: SourceFiles? = nil) {
    (self.native, self.files) = (native, files)
    searched =
      files?.cache?.places(folder: folder, libraries: libraries) ?? ModulePlaces(folder: folder, libraries: libraries)
  }

  /// The text of a module: `a.b` is `a/b.lua` or `a/b/init.lua`. Nil when there is none.
  ///
  /// - Throws: `lua.module` for a name that is not a module name, and the errors of reading.
  func find(_ name: String) throws -> LuaModule? { try module(name)?.module }

  private func module(_ name: String) throws -> (module: LuaModule, isLibrary: Bool)? {
    if let file = searched.file(named: name) { return try module(file) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        !$0.isEmpty && $0 != ".." && !$0.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
      })
    else {
      throw Diagnostic("lua.module", "\"\(name)\" is not a module name", hint: "write require \"folder.file\"")
    }
    let path = parts.map(String.init).joined(by: "/")
    if let file = searched.file(path, named: name) { return try module(file) }
    return native ? library(path).map { ($0, true) } : nil
  }

  private func module(_ file: ModulePlaces.File) throws -> (module: LuaModule, isLibrary: Bool) {
    files?.add(file.candidate)
    files?.add(file.real)
    let text = try files?.text(of: file.real) ?? ScriptFile.read(file.real)
    return (LuaModule(text: text, chunk: file.chunk), file.isLibrary)
  }

  /// Lets `require` of a state find modules here, and the module `okit`. The first module of the Lua path brings the
  /// globals that such modules look for.
  ///
  /// - Parameters:
  ///   - script: What the script is called.
  ///   - arguments: What it was given: the global `arg`; nil for a test file, which gets `arg` with those globals.
  package func connect(_ state: LuaState, script: String, arguments: [String]? = nil) throws {
    let name = LuaTable.Pair(key: 0, value: .string(script))
    let arg = LuaValue.table(LuaTable(array: (arguments ?? []).map(LuaValue.string), pairs: [name]))
    if arguments != nil { try state.set("arg", to: arg) }
    var hasStandIns = false
    state.core.missingModule = { self.missing($0) }
    state.resolve = { [weak state] name in
      if name == "okit" { return LuaModule(text: "return okit", chunk: "=[okit module]") }
      guard let (module, isLibrary) = try self.module(name) else { return nil }
      if isLibrary, !hasStandIns, let state {
        hasStandIns = true
        try state.addStubs(path: self.path)
        if self.native { try state.set("package.cpath", to: .string(self.nativePath)) }
        if arguments == nil { try state.set("arg", to: arg) }
      }
      return module
    }
  }

  // MARK: Missing modules

  /// The error for a module that nobody has found, with the nearest name and the folders that were searched.
  func missing(_ name: String) -> Diagnostic {
    let folder = name.lastIndex(of: ".").map { String(name[...$0]) } ?? ""
    let path = folder.split(separator: ".").joined(separator: "/")
    let names: [String] = places.flatMap { place in
      Self.modules(in: "\(place.folder)/\(path)").map { folder + $0 }
    }
    var hints: [String] = []
    if let obstacle = obstacle(name) {
      hints.append(obstacle + ";")
    } else if let nearest = NearestName.hint(for: name, in: names + ["okit"]) {
      hints.append(nearest)
    }
    let folders = places.map { WorkingDirectory.relative($0.folder) }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    hints.append(
      folders.isEmpty
        ? "there is no folder to search; \(HintPhrase.luaPath) one" : "searched in \(folders.joined(separator: ", "))")
    return Diagnostic("lua.module", "module '\(name)' not found", hint: hints.joined(separator: " "))
  }

  /// What is in the place of a module and cannot be read; nil if there is nothing.
  private func obstacle(_ name: String) -> String? {
    let path = name.split(separator: ".").joined(separator: "/")
    for place in places {
      let candidate = place.prefix + path + place.suffix
      let file = WorkingDirectory.relative(candidate)
      switch PathKind(of: candidate) {
      case .folder: return "\(file) is a folder, not a file"
      case .file: return "\(file) is a link that leads out of its folder"
      // A file in place of a folder of modules.
      case .unreachable(let error) where error.code == ENOTDIR: continue
      case .unreachable(let error): return "cannot use \(file): \(error.reason)"
      case .missing: continue
      }
    }
    return nil
  }

  /// The names of the modules that a folder holds.
  private static func modules(in folder: String) -> [String] { names(in: folder, ending: ".lua") }

  /// The names of files in a folder, without their ending.
  static func names(in folder: String, ending: String) -> [String] {
    let names = (SystemFile.names(in: folder) ?? []).lazy.filter { $0.hasSuffix(ending) }
    return names.prefix(1000).map { String($0.dropLast(ending.count)) }
  }

  // MARK: Places

  /// The prefixes of a module's path in the folders of the Lua path, each once.
  var libraryPrefixes: [String] {
    places.filter(\.isLibrary).map(\.prefix).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The folders of all places, each once.
  var folders: [String] { places.map(\.folder).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

  /// Adds a file to those that were read.
  func note(_ path: String) { files?.add(path) }

  /// The text of a file in an editor; nil if it is not open there.
  func openText(of path: String) -> String? { files?.openText(of: path) }

  /// The folder in which a template such as `folder/?.lua` looks for modules.
  package static func folder(ofTemplate template: String) -> String {
    let prefix = template.prefix { $0 != "?" }
    guard let slash = prefix.lastIndex(of: "/") else { return "." }
    return slash == prefix.startIndex ? "/" : String(prefix[..<slash])
  }

  /// Whether it is an ordinary file: others might never end.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
