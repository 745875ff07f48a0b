import Foundation
import OKitEncryption
import OKitEngine
import OKitTestSupport

/// A documents directory with encrypted models, and its owners.
final class EncryptedFolder {
  let folder: TestFolder
  var key: EncryptionKey

  init(_ key: EncryptionKey = .standard) throws {
    folder = try TestFolder()
    self.key = key
  }

  var path: String { folder.path + "/docs" }

  /// Returns a new owner, as another process would be.
  func files(_ access: FileStorage.Access = .owner) -> FileStorage { FileStorage(documents: path, access: access) }

  func storage(_ base: any DocumentStorage, _ algorithm: ContentAlgorithm = .aesGCM) -> EncryptedStorage {
    EncryptedStorage(base, SecureStore(key, documents: path, algorithm: algorithm))
  }

  func open(_ base: (any DocumentStorage)? = nil) throws -> EncryptedStorage {
    let storage = storage(base ?? files())
    try storage.open()
    return storage
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func put(_ name: String, _ bytes: [UInt8]) throws { try folder.write(Data(bytes), to: "docs/\(name)") }

  func exists(_ name: String) -> Bool { folder.exists("docs/\(name)") }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }

  /// Every file below the folder, hidden ones too, sorted.
  var names: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// The names of the files that contain a text.
  func files(with text: String) throws -> [String] {
    try names.filter { Data(try bytes($0)).range(of: Data(text.utf8)) != nil }
  }
}

extension StorageWrite {
  /// Returns the same write for a model.
  func with(_ form: Form, keepsPrevious: Bool = true) -> StorageWrite {
    var write = self
    write.form = form
    write.keepsPrevious = keepsPrevious
    return write
  }
}
