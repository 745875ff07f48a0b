import Glibc

/// The documents directory of an application.
///
/// The default one has the name of the script, or of its folder. It remembers the script to which it belongs, so that
/// another script of the same name neither reads nor replaces what that one has stored.
struct DocumentsDirectory {
  let path: String
  /// The absolute path of the script to which a default directory has to belong; nil for a directory that was chosen.
  private let script: String?

  /// - Parameters:
  ///   - documents: The value of `--documents`.
  ///   - adopts: Whether the directory of another script becomes that of the script.
  ///   - claims: Whether a directory of no script becomes that of the script; false where nothing is written.
  /// - Throws: `cli.documents` when the user has no home folder; `documents.script` for a default directory of another
  ///   script.
  init(
    _ documents: String?, script: String, adopts: Bool, claims: Bool = true, _ environment: Environment = Environment()
  )
    throws
  {
    if let chosen = documents ?? environment[.documents] {
      (path, self.script) = (chosen, nil)
      if PathKind(of: path) != .missing { try LocalFile.expect(.folder, at: path, code: "cli.documents") }
    } else {
      (path, self.script) = (try Self.standard(for: script, environment), FileReplacement.resolved(script))
      try check(adopts: adopts, claims: claims)
    }
  }

  /// Returns the directory without `--documents`: `$OKIT_DOCUMENTS`, else a folder of the application's own in the
  /// user's data folder.
  ///
  /// - Throws: `cli.documents` when the user has no home folder.
  static func standard(for script: String, _ environment: Environment) throws -> String {
    if let folder = environment[.documents] { return folder }
    guard let data = environment.folder(.dataHome, orHome: ".local/share") else {
      throw Diagnostic(
        "cli.documents", "no documents directory: there is no home folder", hint: "pass --documents DIR")
    }
    return "\(data)/okit-run/\(applicationName(of: script))"
  }

  /// The name of the script, or of its folder when the script has a common name such as `app.lua`.
  static func applicationName(of script: String) -> String {
    let path = LocalFile.absolutePath(of: script).split(separator: "/").map(String.init)
    guard var name = path.last else { return "app" }
    if name.hasSuffix(".lua") { name.removeLast(4) }
    if ["app", "main", "init", ""].contains(name), path.count > 1 { name = path[path.count - 2] }
    return name.hasPrefix(".") ? "_" + name.dropFirst() : name
  }

  // MARK: The script of a default directory

  /// The file that names the script.
  private var marker: String { "\(path)/okit/application.json" }

  /// Checks that a default directory belongs to the script. One that belongs to no script becomes its own.
  ///
  /// - Parameters:
  ///   - adopts: Whether the directory of another script becomes its own, too.
  ///   - claims: Whether it may become that of the script.
  private func check(adopts: Bool, claims: Bool) throws {
    guard PathKind(of: path) == .folder else { return }
    guard claims else {
      if !adopts, let script, let owner = try owner() { try expect(owner, script) }
      return
    }
    if adopts { return try write(replacing: true) }
    try claim()
  }

  /// Makes a default directory that is created now that of the script.
  ///
  /// - Throws: `documents.script` when another process has made it that of another script meanwhile.
  func claim() throws {
    guard let script else { return }
    if let owner = try owner() { return try expect(owner, script) }
    do { try write(replacing: false) } catch let diagnostic as Diagnostic where diagnostic.code == "file.write" {
      // Nothing can be stored in such a directory either, and the next start tries again.
      return
    }
    if let owner = try owner() { try expect(owner, script) }
  }

  private func expect(_ owner: String, _ script: String) throws {
    guard owner != script else { return }
    let isGone = PathKind(of: owner) == .missing ? ", which does not exist any more" : ""
    throw Diagnostic(
      "documents.script",
      """
      the documents directory \(PrintableText.line(path)) belongs to \(PrintableText.line(owner))\(isGone); \
      the script is \(PrintableText.line(script))
      """,
      hint: "pass --documents DIR to use another directory, or --adopt to assign this one to the script")
  }

  /// Returns the script to which the directory belongs; nil for none.
  ///
  /// - Throws: `file.read`; `documents.script` for a file that was damaged.
  private func owner() throws -> String? {
    guard let text = try LocalFile.read(marker) else { return nil }
    if case .string(let owner)? = try? JSONValue.parse(json: text)["script"] { return owner }
    // Reading it as that of no script would give the documents of another one away.
    throw Diagnostic(
      "documents.script", "the file that names the script of the documents directory is damaged",
      place: Diagnostic.Place(file: marker),
      hint: "pass --documents DIR to use another directory, or --adopt to assign this one to the script")
  }

  /// Writes the file beside its place and puts it there, so that it is complete at any moment.
  ///
  /// - Parameter isReplacing: Whether a file that is there is replaced; otherwise it stays.
  /// - Throws: `file.write`.
  private func write(replacing isReplacing: Bool) throws {
    guard let script else { return }
    let temporary = "\(marker).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let json = try JSONValue.object(["script": .string(script)]).json(pretty: true)
    try LocalFile.write(json + "\n", to: temporary)
    defer { unlink(temporary) }
    guard isReplacing ? rename(temporary, marker) == 0 : link(temporary, marker) == 0 || errno == EEXIST else {
      let error = FileError.last()
      throw Diagnostic(
        "file.write", "cannot write \(PrintableText.line(marker)): \(error.reason)", hint: error.writingHint)
    }
  }
}
