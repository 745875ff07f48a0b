internal import Glibc

/// A file with a key-encryption key: 64 hexadecimal digits, or 32 bytes.
struct KeyFile {
  let path: String

  /// Returns the key; nil if there is no file.
  ///
  /// - Throws: `storage.keyFile`.
  func read() throws -> KeyMemory? {
    do {
      let file = try RegularFile.open(path)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw FileError.last() }
      try checkMode(status.st_mode)
      CoreDumps.forbid()
      return try withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { bytes in
        defer { bytes.erase() }
        let count = Glibc.read(file.number, bytes.baseAddress, bytes.count)
        guard count >= 0 else { throw FileError.last() }
        return try Self.key(UnsafeRawBufferPointer(rebasing: bytes[..<count]), path: path)
      }
    } catch let error as FileError {
      if error.code == ENOENT { return nil }
      throw failure("cannot read the key file: \(error.reason)", hint: error.hint)
    }
  }

  /// Checks that others have no access to the file, if it exists.
  ///
  /// - Throws: `storage.keyFile`.
  func checkMode() throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    try checkMode(status.st_mode)
  }

  private func checkMode(_ mode: mode_t) throws {
    guard mode & 0o077 != 0 else { return }
    throw failure(
      "other users have access to the key file: its mode is 0\(String(mode & 0o777, radix: 8)), expected 0600",
      hint: "run chmod 600 \(path)")
  }

  /// Returns the key that the content of a file stands for.
  ///
  /// - Throws: `storage.keyFile`.
  static func key(_ content: UnsafeRawBufferPointer, path: String) throws -> KeyMemory {
    if content.count == KeyMemory.size { return KeyMemory { $0.copyMemory(from: content) } }
    var digits = content[...]
    while let last = digits.last, last == 0x0A || last == 0x0D || last == 0x20 { digits.removeLast() }
    var isValid = digits.count == 2 * KeyMemory.size
    let key = KeyMemory { isValid = isValid && Hexadecimal.decode(UnsafeRawBufferPointer(rebasing: digits), to: $0) }
    if isValid { return key }
    throw KeyFile(path: path).failure(
      "the file is not a key file: expected 64 hexadecimal digits, as \"openssl rand -hex 32\" prints them")
  }

  /// Passes the content of the file of a key, of which no copy remains.
  static func withContent<Result>(
    of key: KeyMemory, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: 2 * KeyMemory.size + 1, alignment: 16) { content in
      defer { content.erase() }
      Hexadecimal.encode(key.bytes, to: content)
      content[content.count - 1] = 0x0A
      return try body(UnsafeRawBufferPointer(content))
    }
  }

  /// Creates the file with the mode 0600, durably.
  ///
  /// - Throws: `storage.keyFile`.
  func create(_ key: KeyMemory) throws {
    try Self.withContent(of: key) { content in
      try PrivateFile(path: path).write(content) {
        failure("cannot create the key file: \($0.reason)", hint: $0.writingHint)
      }
    }
  }

  private func failure(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("storage.keyFile", message, place: Diagnostic.Place(file: path), hint: hint)
  }
}
