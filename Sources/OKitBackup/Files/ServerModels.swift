/// The models on a server that belong into backups.
package struct ServerModels {
  let http: HTTPStorage
  /// Returns the names of the models.
  private let names: () -> [String]
  /// Returns the files of a model; nil if the server has none.
  private let read: (String) throws -> RemoteFiles?

  package init(
    _ http: HTTPStorage, names: @escaping () -> [String], read: @escaping (String) throws -> RemoteFiles?
  ) {
    (self.http, self.names, self.read) = (http, names, read)
  }

  /// Reads the files of all models.
  ///
  /// - Throws: `http.pending` for what waits to be sent: a backup would miss it; what reading throws.
  func files(in storage: any DocumentStorage) throws -> [RemoteFiles] {
    try names().compactMap { name in
      try PendingChange.expectNone(of: name, in: storage)
      return try read(name)
    }
  }

  static func members(_ files: [RemoteFiles]) -> [BackupFile] {
    files.flatMap { model in
      model.contents.map { path, bytes in
        BackupFile(path: MemberPath.server + model.model + "/" + path.dropFirst(MemberPath.data.count)) { receive in
          try bytes.withUnsafeBytes(receive)
        }
      }
    }
  }

  /// The files of one model in a backup, by their paths in storages.
  struct Restored {
    let name: String
    var files: [(path: String, file: BackupFile)] = []
  }

  /// Returns the models on a server that a backup has.
  static func models(in files: [BackupFile]) -> [Restored] {
    var models: [Restored] = []
    for file in files where file.path.hasPrefix(MemberPath.server) {
      let rest = file.path.dropFirst(MemberPath.server.count)
      let name = String(rest.prefix { $0 != "/" })
      if models.last?.name != name { models.append(Restored(name: name)) }
      models[models.count - 1].files.append((MemberPath.data + rest.dropFirst(name.count + 1), file))
    }
    return models
  }

  /// Returns the stores that replace what the server has by the models of a backup. The conditions are those of
  /// `current`.
  ///
  /// - Throws: `model.unknown` for a model that the application does not have on a server.
  func changes(restoring models: [Restored], replacing current: [RemoteFiles]) throws -> [HTTPChange] {
    let known = Set(names())
    return try models.map { model in
      guard known.contains(model.name) else {
        throw Diagnostic(
          "model.unknown", "the backup has a model \"\(model.name)\" on a server, and the application registers none",
          hint: NearestName.hint(for: model.name, in: known.sorted()))
      }
      let old = current.first { $0.model == model.name }
      var change = HTTPChange(model: model.name, document: "\(MemberPath.data)\(model.name).json")
      for (path, file) in model.files {
        let bytes = try file.bytes()
        if old?[path] != bytes { change.write(HTTPChange.Content(path: path, body: bytes)) }
      }
      let paths = Set(model.files.map(\.path))
      for content in old?.contents ?? [] where !paths.contains(content.path) { change.delete(content.path) }
      return change
    }
  }

  /// Lets the next writes replace only what was read.
  func noteVersions(_ current: [RemoteFiles], _ models: [Restored]) {
    for model in models { http.forgetVersions(model.files.map(\.path)) }
    for files in current { files.noteVersions(in: http) }
  }
}
