extension ApplicationPart {
  /// Databases of SQLite: models of `okit.ModelSQLite`, in databases of okit and of other programs.
  public static let sqlite = ApplicationPart { parts in
    parts.databases = { SQLiteDatabases(documents: $0, access: $1 ? .scratch : .owner) }
  }
}
