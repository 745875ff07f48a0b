import OKitEngine

/// The default documents directory of an application.
enum DocumentsDirectory {
  /// `$OKIT_DOCUMENTS`, else a folder of the application's own in the user's data folder.
  ///
  /// - Throws: `cli.documents` when the user has no home folder.
  static func standard(for script: String, _ environment: Environment) throws -> String {
    if let folder = environment["OKIT_DOCUMENTS"] { return folder }
    guard let data = environment.folder("XDG_DATA_HOME", orHome: ".local/share") else {
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
}
