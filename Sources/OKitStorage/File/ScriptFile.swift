/// Reading scripts and texts from files.
package enum ScriptFile {
  /// The largest file that is read.
  package static let maximumSize = 64 << 20

  /// The text of a file.
  ///
  /// - Throws: `file.read` with the reason, `file.encoding` for what is not UTF-8, with line and column.
  package static func read(_ path: String) throws -> String {
    try read(path, maximum: maximumSize) {
      Diagnostic("file.read", "cannot read \(path): it is larger than \(maximumSize >> 20) MiB")
    }
  }

  /// The text of a file with a maximum size.
  ///
  /// - Parameter tooLarge: Returns the error for a larger file.
  package static func read(_ path: String, maximum: Int, tooLarge: () -> Diagnostic) throws -> String {
    let bytes = try readBytes(path, maximum: maximum, tooLarge: tooLarge)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw bytes.withUnsafeBufferPointer { UTF8Text.failure($0, file: path) }
    }
    return text
  }

  /// The bytes of a file with a maximum size, without a byte order mark. They may not be UTF-8.
  ///
  /// - Parameter tooLarge: Returns the error for a larger file.
  package static func readBytes(_ path: String, maximum: Int, tooLarge: () -> Diagnostic) throws -> [UInt8] {
    var bytes: [UInt8]
    do { bytes = try RegularFile.read(path, limit: maximum) } catch {
      if error.isTooLarge { throw tooLarge() }
      let name = path.isEmpty ? "\"\"" : PrintableText.line(path)
      throw Diagnostic("file.read", "cannot read \(name): \(error.reason)", hint: error.hint)
    }
    // Some editors begin every file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return bytes
  }
}
