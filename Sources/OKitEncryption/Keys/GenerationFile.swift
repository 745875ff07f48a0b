internal import Glibc

/// The generations that a key has seen, in a file beside it: an older copy of a documents directory has a smaller one.
struct GenerationFile {
  let path: String

  /// - Parameter keyFile: The key file.
  init(keyFile: String) { path = "\(keyFile).generations" }

  /// Returns the generation that a directory with a data key had last; 0 for one that is not known. Directories that
  /// share a data key have one each: one of them may be used more often.
  ///
  /// - Parameter folder: The absolute path of the directory.
  /// - Throws: `storage.generations`.
  func generation(_ id: KeyID, of folder: String?) throws -> Int {
    let members = try members()
    switch folder.flatMap({ folders(members)[$0] }) {
    case .object(let known)?:
      guard known["id"] == .string(id.text), case .int(let generation)? = known["generation"] else { return 0 }
      return generation
    // Written before directories had generations of their own.
    case .string(id.text)?: return Self.highest(members, id)
    default: return 0
    }
  }

  private static func highest(_ members: [String: JSONValue], _ id: KeyID) -> Int {
    if case .int(let generation)? = members[id.text] { generation } else { 0 }
  }

  /// Raises the generation of a directory.
  ///
  /// - Parameter folder: The absolute path of the directory.
  /// - Throws: `storage.generations`.
  func raise(_ id: KeyID, to generation: Int, of folder: String?) throws {
    let members = try members()
    var raised = members
    raised[id.text] = .int(max(generation, Self.highest(members, id)))
    if let folder {
      let known = try self.generation(id, of: folder)
      let entry: JSONValue = .object(["id": .string(id.text), "generation": .int(max(generation, known))])
      raised[Self.folders] = .object(folders(members).merging([folder: entry]) { $1 })
    }
    if raised != members { try write(raised) }
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
    try json.withUnsafeBytes { json in
      try PrivateFile(path: path).write(json) { failure("cannot write the generations of the key: \($0.reason)") }
    }
  }

  private func members() throws -> [String: JSONValue] {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, limit: 1 << 20) } catch {
      if error.code == ENOENT { return [:] }
      throw failure("cannot read the generations of the key: \(error.reason)")
    }
    do {
      guard case .object(let members) = try JSONValue.parse(json: bytes, file: path) else {
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
