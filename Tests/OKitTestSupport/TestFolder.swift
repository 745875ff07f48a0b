package import Foundation

/// A temporary folder with files, removed when the object is released.
package final class TestFolder {
  package let path: String

  /// - Parameter isInMemory: Whether the folder is in a file system in memory if there is one: for many small stores.
  package init(_ files: [String: String] = [:], isInMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let usesMemory = isInMemory && FileManager.default.isWritableFile(atPath: memory.path)
    path =
      (usesMemory ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("okit-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  package func write(_ data: Data, to name: String) throws {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Sets the permissions of a file.
  package func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }

  package func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
}
