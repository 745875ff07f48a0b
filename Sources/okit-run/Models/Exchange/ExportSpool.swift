import Glibc
import OKitEngine

/// A temporary file with an export that may have to begin again.
final class ExportSpool {
  private let file: UnsafeMutablePointer<FILE>
  /// The sizes of the pieces, which consist of whole characters.
  private var sizes: [Int] = []

  /// - Throws: `file.write`.
  init() throws {
    guard let file = tmpfile() else { throw Self.failure() }
    self.file = file
  }

  deinit { fclose(file) }

  /// Forgets what was written.
  func clear() throws {
    sizes = []
    guard fflush(file) == 0, ftruncate(fileno(file), 0) == 0 else { throw Self.failure() }
    rewind(file)
  }

  func write(_ bytes: [UInt8]) throws {
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Self.failure() }
    sizes.append(bytes.count)
  }

  /// Passes on what was written, piece by piece.
  func forEachPiece(_ receive: ([UInt8]) throws -> Void) throws {
    guard fflush(file) == 0 else { throw Self.failure() }
    rewind(file)
    for size in sizes {
      var bytes = [UInt8](repeating: 0, count: size)
      guard fread(&bytes, 1, size, file) == size else { throw Self.failure() }
      try receive(bytes)
    }
  }

  private static func failure() -> Diagnostic {
    Diagnostic("file.write", "cannot use a temporary file for the export: \(String(cString: strerror(errno)))")
  }
}
