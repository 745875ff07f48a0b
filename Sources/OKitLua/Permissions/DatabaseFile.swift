/// The file of a database that a script names.
enum DatabaseFile {
  /// Returns the path for a name: below the documents directory, or an absolute one that the script may read and write.
  ///
  /// - Throws: `storage.path` for a name that leads out of the documents directory, `lua.permission`.
  static func path(_ name: String, _ permissions: LuaPermissions) throws -> String {
    let parts = name.parts(at: "/")
    guard name.begins(with: "/") else {
      let isPlain =
        !name.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && !$0.begins(with: ".") && !$0.joinsBefore }
      if isPlain { return name }
      throw Diagnostic(
        "storage.path", "\(name.debugDescription) is not a valid file below the documents directory",
        hint: "no part of it is empty or begins with a dot")
    }
    guard let file = parts.last, !file.isEmpty, file != "..", file != ".", !name.utf8.contains(0),
      let folder = SystemFile.realPath(String(name[..<file.startIndex]))
    else { throw Diagnostic("storage.path", "\(name.debugDescription) is not a file in an existing folder") }
    for (scope, permission) in [(permissions.read, "read"), (permissions.write, "write")] {
      guard allows(scope, folder) else {
        throw Diagnostic(
          "lua.permission", "no permission to \(permission) \(name)",
          hint: "\(HintPhrase.readFolder)\(folder)\(HintPhrase.writeFolder)\(folder)")
      }
    }
    return folder == "/" ? "/\(file)" : "\(folder)/\(file)"
  }

  private static func allows(_ scope: LuaPermissions.Scope, _ folder: String) -> Bool {
    switch scope {
    case .none: false
    case .all: true
    case .only(let names):
      names.contains { name in
        SystemFile.realPath(name).map { $0 == "/" || folder == $0 || folder.begins(with: $0 + "/") } ?? false
      }
    }
  }
}

extension ScriptHost {
  func databaseFile(_ name: String) throws -> String { try DatabaseFile.path(name, state.core.permissions) }
}
