import Foundation

/// Files for workloads.
enum Files {
  static func makeScratch() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("okit-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Writes a file and the folders above it.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  static func read(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}
