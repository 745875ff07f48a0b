import OKitEngine
import OKitSQLite

/// The document that a model in a database is, in a temporary file: it may be larger than the memory.
struct DatabaseDocument {
  private let file: TemporaryFile

  /// - Parameter write: Writes the document piece by piece.
  init(_ write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    file = try TemporaryFile()
    try write(file.write)
  }

  /// Reads the rows of a database. Must run in one transaction of reading.
  ///
  /// - Parameter model: The name of the model.
  /// - Throws: `file.write`; `CommandFailure` after a signal; what reading the rows throws.
  init(of model: String, in database: SQLiteDatabase, printsResult: Bool) throws {
    let progress = try ProgressLine("reading \(model)", size: database.size, printsResult: printsResult)
    defer { progress.clear() }
    try self.init { receive in
      try RowDocumentWriter.write(database) { part in
        try ShutdownSignal.check()
        progress.update(part)
      } _: {
        try receive($0)
      }
    }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
    try file.withBytes(body)
  }
}
