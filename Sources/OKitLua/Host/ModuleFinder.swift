internal import Glibc

/// Finds the Lua files that a script may read: those below its own folder, and those that the Lua path names.
///
/// Names are module names, not paths, so that they lead nowhere else. Symbolic links are followed as far as they stay
/// inside their folder; those of the Lua path, whose folders the person has named, also to Lua files elsewhere.
package final class ModuleFinder {
  /// A text before and one after a module's path.
  fileprivate struct Place {
    let prefix: String
    let suffix: String
    /// The folder that links must not leave.
    let folder: String
    let mayLeave: Bool
    /// Whether the person has named it, and it is not the script's own.
    let isLibrary: Bool
  }

  private let places: [Place]
  private let files: SourceFiles?
  /// The value of `package.path`.
  let path: String
  /// Whether native libraries are found as well, after all texts.
  private let native: Bool

  /// - Parameters:
  ///   - folder: The script's own; nil when it has none.
  ///   - libraries: Folders, or templates such as `folder/?.lua`; several in one are separated by `;`.
  ///   - native: Whether native libraries are found as well.
  ///   - files: Collects the files that were found.
  package init(folder: String?, libraries: [String] = [], native: Bool = false, files: SourceFiles? = nil) {
    (self.native, self.files) = (native, files)
    let own = folder.flatMap(SystemFile.realPath)
    let templates = libraries.flatMap(Self.templates)
    let ownTemplates = folder.map { ["\($0)/?.lua", "\($0)/?/init.lua"] } ?? []
    places =
      ownTemplates.compactMap { Self.place($0, own: own, isLibrary: false) }
      + templates.compactMap { Self.place($0, own: own, isLibrary: true) }
    path = (ownTemplates + templates).joined(separator: ";")
  }

  /// The text of a module: `a.b` is `a/b.lua` or `a/b/init.lua`. Nil when there is none.
  ///
  /// - Throws: `lua.module` for a name that is not a module name, and the errors of reading.
  func find(_ name: String) throws -> LuaModule? { try found(name)?.module }

  private func found(_ name: String) throws -> (module: LuaModule, isLibrary: Bool)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        !$0.isEmpty && $0 != ".." && !$0.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
      })
    else {
      throw Diagnostic("lua.module", "\"\(name)\" is not a module name", hint: "write require \"folder.file\"")
    }
    let path = parts.joined(separator: "/")
    for place in places {
      let candidate = place.prefix + path + place.suffix
      guard let real = SystemFile.realPath(candidate), place.allows(real), !Self.isFolder(real) else { continue }
      files?.add(candidate)
      files?.add(real)
      let chunk = WorkingDirectory.relative(candidate)
      let text = try files?.text(of: real) ?? ScriptFile.read(real)
      return (LuaModule(text: text, chunk: chunk), place.isLibrary)
    }
    return native ? library(path).map { ($0, true) } : nil
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
      guard let (module, isLibrary) = try self.found(name) else { return nil }
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
        ? "there is no folder to search; --lua-path adds one" : "searched in \(folders.joined(separator: ", "))")
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

  /// Returns the templates for a folder or a template. Omits Lua's own replacement for `;;`.
  private static func templates(of text: String) -> [String] {
    guard text.contains("?") || text.contains(";") else {
      let folder = text.hasSuffix("/") ? String(text.dropLast()) : text
      return ["\(folder)/?.lua", "\(folder)/?/init.lua"]
    }
    return text.split(separator: ";").flatMap { $0.contains("?") ? [String($0)] : templates(of: String($0)) }
  }

  /// Nil when the folder is not there.
  private static func place(_ template: String, own: String?, isLibrary: Bool) -> Place? {
    guard let mark = template.firstIndex(of: "?"), let real = SystemFile.realPath(folder(ofTemplate: template)) else {
      return nil
    }
    let prefix = template[..<mark]
    let slash = prefix.lastIndex(of: "/")
    let beginning = String(prefix[(slash.map(prefix.index(after:)) ?? prefix.startIndex)...])
    let start = (real == "/" ? "" : real) + "/" + beginning
    // A file in the script's own folder is trusted no more than the script.
    let isOwn = !isLibrary || own.map { real == $0 || real.begins(with: $0 + "/") } ?? false
    return Place(
      prefix: start, suffix: String(template[template.index(after: mark)...]), folder: real, mayLeave: !isOwn,
      isLibrary: isLibrary)
  }

  /// The folder in which a template such as `folder/?.lua` looks for modules.
  package static func folder(ofTemplate template: String) -> String {
    let prefix = template.prefix { $0 != "?" }
    guard let slash = prefix.lastIndex(of: "/") else { return "." }
    return slash == prefix.startIndex ? "/" : String(prefix[..<slash])
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether it is an ordinary file: others might never end.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension ModuleFinder.Place {
  /// Whether a file that a path leads to may be read.
  fileprivate func allows(_ real: String) -> Bool {
    folder == "/" || real.begins(with: folder + "/") || (mayLeave && real.hasSuffix(".lua"))
  }
}
