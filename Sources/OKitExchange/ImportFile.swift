import OKitModel

extension MappedFile {
  /// Maps a file that is imported.
  ///
  /// - Throws: `import.file` when it cannot be read, and when it is larger than `limit` bytes.
  package convenience init(importing path: String, limit: Int, limitHint: String?) throws {
    func problem(_ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic("import.file", message, place: Diagnostic.Place(file: path), hint: hint)
    }
    do {
      let file = try RegularFile.open(path)
      let size = try file.status.size
      guard size <= limit else {
        throw problem("the file has \(size) bytes, and the limit is \(limit)", hint: limitHint)
      }
      try self.init(file)
    } catch let error as FileError { throw problem("cannot read: \(error.reason)", hint: error.hint) }
  }
}
