/// The script argument of a command line.
enum ScriptArgument {
  /// - Throws: `CommandFailure` with `cli.script` when there is no such file.
  static func check(_ path: String) throws {
    switch PathKind(of: path) {
    case .file: return
    case .folder:
      let inside = (path.hasSuffix("/") ? path : path + "/") + "app.lua"
      throw CommandFailure.usage(
        Diagnostic(
          "cli.script", "\(path) is a folder, not a script",
          hint: PathKind(of: inside) == .file ? "did you mean \"\(inside)\"?" : nil))
    case .missing:
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? ""
      let names = SystemFile.names(in: folder.isEmpty ? "." : folder) ?? []
      let files = names.filter { $0.hasSuffix(".lua") }.map { folder + $0 }
      let commands = slash == nil ? SubcommandNames.names(of: OKitRun.self) : []
      throw CommandFailure.usage(
        Diagnostic("cli.script", "no such file: \(path)", hint: NearestName.hint(for: path, in: files + commands)))
    case .unreachable: try LocalFile.expect(.file, at: path, code: "cli.script")
    }
  }
}
