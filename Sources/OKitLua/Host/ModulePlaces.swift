internal import Glibc

/// The places where the modules of a script are: its own folder, and the Lua path.
final class ModulePlaces {
  /// A text before and one after a module's path.
  struct Place {
    let prefix: String
    let suffix: String
    /// The folder that links must not leave.
    let folder: String
    let mayLeave: Bool
    /// Whether the person has named it, and it is not the script's own.
    let isLibrary: Bool
  }

  /// A module's file.
  struct File {
    /// The path in its place, and the one without links.
    let candidate: String
    let real: String
    /// The name of the module in errors.
    let chunk: String
    let isLibrary: Bool
  }

  let places: [Place]
  /// The value of `package.path`.
  let path: String
  /// The files that were found, by the name of the module; nil where each search asks the file system.
  private var files: [String: (name: String, file: File)]?

  /// - Parameters:
  ///   - folder: The script's own; nil when it has none.
  ///   - libraries: Folders, or templates; see `ModuleFinder`.
  ///   - remembersFiles: Whether a file that was found once is not looked for again.
  init(folder: String?, libraries: [String], remembersFiles: Bool = false) {
    let own = folder.flatMap(SystemFile.realPath)
    let templates = libraries.flatMap(Self.templates)
    let ownTemplates = folder.map { ["\($0)/?.lua", "\($0)/?/init.lua"] } ?? []
    places =
      ownTemplates.compactMap { Self.place($0, own: own, isLibrary: false) }
      + templates.compactMap { Self.place($0, own: own, isLibrary: true) }
    path = (ownTemplates + templates).joined(by: ";")
    files = remembersFiles ? [:] : nil
  }

  /// Returns the file of a module that was found before.
  func file(named name: String) -> File? {
    guard let known = files?[name], known.name.hasBytes(of: name) else { return nil }
    return known.file
  }

  /// Returns the file of a module; nil when there is none.
  ///
  /// - Parameters:
  ///   - path: Of the module, such as `a/b`.
  ///   - name: Of the module, such as `a.b`.
  func file(_ path: String, named name: String) -> File? {
    for place in places {
      let candidate = place.prefix + path + place.suffix
      guard let real = SystemFile.realPath(candidate), place.allows(real), !Self.isFolder(real) else { continue }
      let file = File(
        candidate: candidate, real: real, chunk: WorkingDirectory.relative(candidate), isLibrary: place.isLibrary)
      files?[name] = (name, file)
      return file
    }
    return nil
  }

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
    guard let mark = template.firstIndex(of: "?"),
      let real = SystemFile.realPath(ModuleFinder.folder(ofTemplate: template))
    else { return nil }
    let prefix = template[..<mark]
    let slash = prefix.lastIndex(of: "/")
    let beginning = String(prefix[(slash.map(prefix.index(after:)) ?? prefix.startIndex)...])
    let start = (real == "/" ? "" : real) + "/" + beginning
    // A file in the folder of the script has no more rights than the script.
    let isOwn = !isLibrary || own.map { real == $0 || real.begins(with: $0 + "/") } ?? false
    return Place(
      prefix: start, suffix: String(template[template.index(after: mark)...]), folder: real, mayLeave: !isOwn,
      isLibrary: isLibrary)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension ModulePlaces.Place {
  /// Whether a file that a path leads to may be read.
  fileprivate func allows(_ real: String) -> Bool {
    folder == "/" || real.begins(with: folder + "/") || (mayLeave && real.hasSuffix(".lua"))
  }
}
