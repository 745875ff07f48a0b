import Foundation
package import OKitEngine

/// A documents directory of one test, removed with it. It does not exist until something makes it.
package final class DocumentsDirectory {
  package let path: String

  package init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("okit-\(UUID().uuidString)").path
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // Nothing was stored.
    }
  }

  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Every file below the directory, hidden ones too, sorted.
  package var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  package func put(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  package func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }

  package func owner() -> FileStorage { FileStorage(documents: path) }
  package func reader() -> FileStorage { FileStorage(documents: path, access: .reader) }
}
