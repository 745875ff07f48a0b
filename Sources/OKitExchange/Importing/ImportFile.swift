extension MappedFile {
  /// Maps a file that is imported.
  ///
  /// - Parameter temporaryFolder: Where the content of a pipe goes, such as `/dev/stdin`; nil to refuse it.
  /// - Throws: `import.file` when it cannot be read, and when it is larger than `limit` bytes; `file.write`.
  package convenience init(
    importing path: String, limit: Int, limitHint: String?, temporaryFolder: String? = nil
  ) throws {
    func problem(_ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic("import.file", message, place: Diagnostic.Place(file: path), hint: hint)
    }
    do {
      if let temporaryFolder, let pipe = try RegularFile.openPipe(path) {
        let copy = try TemporaryFile(in: temporaryFolder)
        try copy.copy(pipe, limit: limit)
        try self.init(copy.file)
        return
      }
      let file = try RegularFile.open(path)
      let size = try file.status.size
      guard size <= limit else {
        throw problem("the file has \(size) bytes, and the limit is \(limit)", hint: limitHint)
      }
      try self.init(file)
    } catch let error as FileError {
      let isOther = error.code == 0 && temporaryFolder != nil
      throw problem(
        "cannot read: \(error.reason)",
        hint: error.isTooLarge ? limitHint : error.hint ?? (isOther ? "pass /dev/stdin, or a file" : nil))
    }
  }
}
