internal import Glibc
internal import OKitEngine

/// The generations that a key has seen, in a file beside it: an older copy of a documents directory has a smaller one.
struct GenerationFile {
  let path: String

  /// - Parameter keyFile: The key file.
  init(keyFile: String) { path = "\(keyFile).generations" }

  /// Returns the generation of the directory with a data key; 0 for one that is not known.
  ///
  /// - Throws: `storage.generations`.
  func generation(_ id: KeyID) throws -> Int {
    guard case .int(let generation)? = try members()[id.text] else { return 0 }
    return generation
  }

  /// Raises the generation of a directory, and notes where it is.
  ///
  /// - Parameter folder: The absolute path of the directory.
  /// - Throws: `storage.generations`.
  func raise(_ id: KeyID, to generation: Int, of folder: String?) throws {
    var members = try members()
    let before = members
    if case .int(let known)? = members[id.text], known >= generation {} else { members[id.text] = .int(generation) }
    if let folder { members[Self.folders] = .object(folders(members).merging([folder: .string(id.text)]) { $1 }) }
    if members != before { try write(members) }
  }

  /// Returns whether the key was used for a directory.
  ///
  /// - Throws: `storage.generations`.
  func hasFolder(_ folder: String) throws -> Bool { try folders(members())[folder] != nil }

  /// Forgets that the key was used for a directory.
  ///
  /// - Throws: `storage.generations`.
  func forget(folder: String) throws {
    var members = try members()
    var folders = folders(members)
    guard folders.removeValue(forKey: folder) != nil else { return }
    members[Self.folders] = .object(folders)
    try write(members)
  }

  private static let folders = "folders"

  private func folders(_ members: [String: JSONValue]) -> [String: JSONValue] {
    if case .object(let folders)? = members[Self.folders] { folders } else { [:] }
  }

  private func write(_ members: [String: JSONValue]) throws {
    let json = try JSONValue.object(members).jsonBytes(pretty: true) + [0x0A]
    try PrivateFile(path: path).write(json) { failure("cannot write the generations of the key: \($0)") }
  }

  private func members() throws -> [String: JSONValue] {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      if errno == ENOENT { return [:] }
      throw failure("cannot read the generations of the key: \(KeyFile.lastError)")
    }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(number, &bytes, bytes.count)
    guard count >= 0 else { throw failure("cannot read the generations of the key: \(KeyFile.lastError)") }
    do {
      guard case .object(let members) = try JSONValue.parse(json: Array(bytes[..<count]), file: path) else {
        throw Diagnostic("json.syntax", "expected an object")
      }
      return members
    } catch let diagnostic as Diagnostic {
      throw failure("the generations of the key are damaged: \(diagnostic.message)")
    }
  }

  private func failure(_ reason: String) -> Diagnostic {
    Diagnostic("storage.generations", reason, place: Diagnostic.Place(file: path))
  }
}
