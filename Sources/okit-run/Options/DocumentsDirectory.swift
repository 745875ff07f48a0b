import OKitEngine

/// Where an application's models are kept when the command line does not say.
enum DocumentsDirectory {
  /// `$OKIT_DOCUMENTS`, else a folder of the application's own in the user's data folder.
  ///
  /// - Throws: `cli.documents` when the user has no home folder.
  static func standard(for script: String, _ environment: Environment) throws -> String {
    if let folder = environment["OKIT_DOCUMENTS"] { return folder }
    guard let data = environment.folder("XDG_DATA_HOME", orHome: ".local/share") else {
      throw Diagnostic(
        "cli.documents", "there is no home folder to keep the models in", hint: "say where with --documents")
    }
    return "\(data)/okit-run/\(applicationName(of: script))"
  }

  /// The name of the script; of the folder it is in when the script is called like every other one.
  static func applicationName(of script: String) -> String {
    let path = LocalFile.absolutePath(of: script).split(separator: "/").map(String.init)
    guard var name = path.last else { return "app" }
    if name.hasSuffix(".lua") { name.removeLast(4) }
    if ["app", "main", "init", ""].contains(name), path.count > 1 { name = path[path.count - 2] }
    return name.hasPrefix(".") ? "_" + name.dropFirst() : name
  }
}
