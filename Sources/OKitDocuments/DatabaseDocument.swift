/// The document that a model in a database is, in a temporary file: it may be larger than the memory.
struct DatabaseDocument {
  private let file: TemporaryFile

  /// - Parameter write: Writes the document piece by piece.
  init(temporaryFolder: String, _ write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    file = try TemporaryFile(in: temporaryFolder)
    try write(file.write)
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
    let content = try file.content()
    return try withExtendedLifetime(content) { try body(content.bytes) }
  }
}
