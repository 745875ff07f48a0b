/// `okit.Backup`: creating, listing, restoring and deleting backups.
struct BackupModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "create", "(name: string, passphrase?: string): okit.StoredBackup",
      "Stores the state, and creates a backup of all models; with a passphrase, an encrypted one."
    ) { module, call in
      .value(module.row(try module.backups.create(call.string(0), passphrase: module.passphrase(call))))
    },
    .init("list", "(): okit.StoredBackup[]", "Returns the backups, newest first.") { module, _ in
      .value(.table(LuaTable(array: try module.backups.list().map(module.row))))
    },
    .init(
      "restore", "(backup: string|okit.StoredBackup, passphrase?: string)",
      "Checks a backup, then replaces all models by it at the end of the turn. Keeps the state before as a backup "
        + "`before-restore-…`."
    ) { try $0.restore($1) },
    .init("delete", "(backup: string|okit.StoredBackup)", "Deletes a backup.") { module, call in
      try module.backups.delete(module.name(call))
      return .nothing
    },
    .init(
      "verify", "(backup: string|okit.StoredBackup, passphrase?: string)",
      "Reads a backup as a whole; raises `backup.damaged` if something in it was changed."
    ) { module, call in
      _ = try module.backups.restoring(module.name(call), passphrase: module.passphrase(call))
      return .nothing
    },
  ]

  static let declared = DeclaredClass(
    "okit.Backup", "The backups of the models.", call: .function, at: "okit.Backup", functions.map(\.declaration))

  static let stored = DeclaredClass(
    "okit.StoredBackup", "A stored backup.",
    [
      Declaration("name", "string", "its name"),
      Declaration("createdAt", "okit.Date?", "the time of its creation; nil for a folder of an OKit app"),
      Declaration("secure", "boolean", "whether it is encrypted with a passphrase"),
      Declaration("size", "integer", "its size in bytes"),
      Declaration("damaged", "boolean?", "true if its first bytes are wrong"),
    ])

  private var backups: any BackupProvider {
    get throws {
      guard let backups = host.backups else { throw Diagnostic.missingPart(.backups, for: "okit.Backup") }
      return backups
    }
  }

  private func name(_ call: borrowing LuaCall) throws -> String {
    if case .table(let row) = try call[0], case .string(let name) = row["name"] { return name }
    guard case .string(let name) = try call[0] else { throw call.mismatch(0, "name of a backup, or backup") }
    return name
  }

  private func passphrase(_ call: borrowing LuaCall) throws -> [UInt8]? {
    call.isNull(1) ? nil : Array(try call.string(1).utf8)
  }

  private func row(_ backup: StoredBackup) -> LuaValue {
    var pairs: [LuaTable.Pair] = [
      .init(key: "name", value: .string(backup.name)), .init(key: "secure", value: .bool(backup.isSecure)),
      .init(key: "size", value: .int(backup.size)),
    ]
    if let date = backup.createdAt { pairs.append(.init(key: "createdAt", value: host.bridge.dates.value(date))) }
    if backup.isDamaged { pairs.append(.init(key: "damaged", value: true)) }
    return .table(LuaTable(pairs: pairs))
  }

  private func restore(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let restore = try backups.restoring(name(call), passphrase: passphrase(call))
    if host.runtime.turns.isInTurn {
      host.afterSuccessfulTurn { _ in try restore() }
    } else {
      try restore()
    }
    return .nothing
  }
}
