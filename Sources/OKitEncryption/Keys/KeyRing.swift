/// The content of `okit/keys/keys.json`: the data key, encrypted with the key-encryption key, and what the data key
/// authenticates.
///
///     {"version": 1, "id": "5f…", "algorithm": "AES-256-GCM", "key": {"source": "file"}, "wrapped": "…", "state": "…"}
///
/// `wrapped` is Base64 of a nonce (12 bytes), the encrypted data key (32) and a tag (16), all with AES-256-GCM; the
/// other members except `state` are authenticated with it. `state` is Base64 of a container with `KeyState`.
struct KeyRing: Equatable {
  static let path = "okit/keys/keys.json"
  static let version = 1

  let id: KeyID
  let algorithm: ContentAlgorithm
  /// The source of the key-encryption key, as `EncryptionKey.source`.
  var source: String
  /// The parameters for a passphrase.
  var derivation: KeyDerivation?
  private var wrapped: [UInt8] = []
  /// The container of the state.
  var state: [UInt8] = []

  /// Creates the content for a new data key.
  init(_ dataKey: KeyMemory, algorithm: ContentAlgorithm, source: String, _ derivation: KeyDerivation?, key: KeyMemory)
    throws
  {
    id = .random()
    self.algorithm = algorithm
    self.source = source
    self.derivation = derivation
    try wrap(dataKey, key)
  }

  /// Encrypts the data key with another key-encryption key.
  mutating func rekey(_ dataKey: KeyMemory, source: String, _ derivation: KeyDerivation?, key: KeyMemory) throws {
    self.source = source
    self.derivation = derivation
    try wrap(dataKey, key)
  }

  private mutating func wrap(_ dataKey: KeyMemory, _ key: KeyMemory) throws {
    defer { MemoryScrub.run() }
    let nonce = [UInt8].random(Cipher.nonceSize)
    wrapped = nonce + (try Cipher(.aesGCM, key.bytes).seal(dataKey.bytes, nonce: nonce, authenticating: header))
  }

  /// Returns the data key; nil if the key-encryption key is not the one that encrypted it, or if something was changed.
  func unwrap(_ key: KeyMemory) throws -> KeyMemory? {
    let header = try header
    guard wrapped.count > Cipher.nonceSize else { return nil }
    defer { MemoryScrub.run() }
    let cipher = try Cipher(.aesGCM, key.bytes)
    let nonce = Array(wrapped[..<Cipher.nonceSize])
    var isAuthentic = false
    let dataKey = wrapped[Cipher.nonceSize...].withUnsafeBytes { sealed in
      KeyMemory { isAuthentic = cipher.open(sealed, nonce: nonce, authenticating: header, to: $0) }
    }
    return isAuthentic ? dataKey : nil
  }

  // MARK: JSON

  private var members: [String: JSONValue] {
    var key: [String: JSONValue] = derivation?.members ?? [:]
    key["source"] = .string(source)
    return [
      "version": .int(Self.version), "id": .string(id.text), "algorithm": .string(algorithm.name), "key": .object(key),
    ]
  }

  /// The bytes that the data key authenticates.
  private var header: [UInt8] { get throws { try JSONValue.object(members).jsonBytes() } }

  var json: [UInt8] {
    get throws {
      var members = members
      members["wrapped"] = .string(DataValue(bytes: wrapped).base64)
      members["state"] = .string(DataValue(bytes: state).base64)
      return try JSONValue.object(members).jsonBytes(pretty: true) + [0x0A]
    }
  }

  /// - Throws: `storage.keys`.
  init(json: [UInt8], file: String) throws {
    do {
      let json = try JSONValue.parse(json: json, file: file)
      if case .int(let version)? = json["version"], version > Self.version {
        throw Diagnostic(
          "storage.keys",
          """
          the file of the keys has version \(version), which this version of okit cannot read; expected \
          \(Self.version)
          """,
          place: Diagnostic.Place(file: file), hint: "use the version of okit that wrote it")
      }
      try self.init(json)
    } catch let diagnostic as Diagnostic where diagnostic.place?.file == file && diagnostic.code == "storage.keys" {
      throw diagnostic
    } catch var diagnostic as Diagnostic where diagnostic.code == "storage.scrypt" {
      diagnostic.place = Diagnostic.Place(file: file)
      throw diagnostic
    } catch let diagnostic as Diagnostic {
      throw Diagnostic(
        "storage.keys", "the file of the keys is damaged: \(diagnostic.message)", place: Diagnostic.Place(file: file),
        hint: "restore \(Self.path) from a backup of the folder; without it, the encrypted models cannot be read")
    }
  }

  private init(_ json: JSONValue) throws {
    guard case .int(let version)? = json["version"], version == Self.version else {
      throw Diagnostic("storage.keys", "version \(json["version"].summary) is not supported; expected \(Self.version)")
    }
    guard case .string(let id)? = json["id"], let id = KeyID(text: id) else { throw Self.missing("id") }
    guard case .string(let name)? = json["algorithm"], let algorithm = ContentAlgorithm(name: name) else {
      throw Self.missing("algorithm")
    }
    guard case .object(let key)? = json["key"], case .string(let source)? = key["source"] else {
      throw Self.missing("key")
    }
    self.id = id
    self.algorithm = algorithm
    self.source = source
    derivation = source == "passphrase" ? try KeyDerivation(.object(key)) : nil
    wrapped = try Self.bytes("wrapped", of: json)
    state = try Self.bytes("state", of: json)
  }

  private static func bytes(_ name: String, of json: JSONValue) throws -> [UInt8] {
    // Other spellings of the same bytes would be changes that nothing detects.
    guard case .string(let text)? = json[name], let data = DataValue(base64: text), data.base64 == text else {
      throw missing(name)
    }
    return data.bytes
  }

  private static func missing(_ name: String) -> Diagnostic {
    Diagnostic("storage.keys", "its member \"\(name)\" is missing or wrong")
  }
}
