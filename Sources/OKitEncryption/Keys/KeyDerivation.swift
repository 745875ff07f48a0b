internal import CCrypto

/// The parameters of scrypt (RFC 7914), which derives a key-encryption key from a passphrase.
struct KeyDerivation: Equatable {
  var rounds = 1 << 15
  var blockSize = 8
  var parallelism = 1
  var salt: [UInt8]

  /// Creates the parameters for a new passphrase.
  init() { salt = .random(16) }

  /// - Throws: `storage.keys` for parameters that are missing or too weak; `storage.scrypt` for those that take too
  ///   much memory
  /// or time.
  init(_ members: JSONValue) throws {
    guard members["function"] == "scrypt" else {
      throw Diagnostic("storage.keys", "unknown function for keys; expected scrypt")
    }
    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
      guard case .int(let number)? = members[name], range.contains(number) else {
        throw Diagnostic(
          "storage.keys",
          """
          the parameter \(name) of scrypt is \(members[name].summary), expected \(range.lowerBound) to \
          \(range.upperBound)
          """
        )
      }
      return number
    }
    rounds = try number("n", 1 << 14...1 << 20)
    blockSize = try number("r", 8...16)
    parallelism = try number("p", 1...16)
    guard rounds & (rounds - 1) == 0 else {
      throw Diagnostic("storage.keys", "the parameter n of scrypt is \(rounds), expected a power of 2")
    }
    guard case .string(let text)? = members["salt"], let salt = Hexadecimal.bytes(text), salt.count >= 16 else {
      throw Diagnostic("storage.keys", "the salt of scrypt is missing or too short")
    }
    self.salt = salt
    // An attacker who changes the file must not make opening it more expensive: nothing authenticates the parameters
    // before the key is known.
    try checkMemory(limit: DerivationLimit())
  }

  var members: [String: JSONValue] {
    [
      "function": "scrypt", "n": .int(rounds), "r": .int(blockSize), "p": .int(parallelism),
      "salt": .string(Hexadecimal.text(salt)),
    ]
  }

  /// The memory of the function in bytes, for each of its `parallelism` runs, which take as much time as memory.
  private var cost: Int { 128 * rounds * blockSize * parallelism }

  /// - Throws: `storage.scrypt`.
  func checkMemory(limit: DerivationLimit) throws {
    guard cost > limit.bytes else { return }
    throw Diagnostic(
      "storage.scrypt",
      """
      deriving the key from the passphrase would take \(DerivationLimit.text(cost)) of memory (n = \(rounds), r = \
      \(blockSize), p = \(parallelism)), more than the limit of \(DerivationLimit.text(limit.bytes))
      """, hint: limit.bytes < DerivationLimit.maximum ? limit.hint : nil)
  }

  /// Returns the key of a passphrase, and overwrites the passphrase.
  ///
  /// - Throws: `storage.passphrase`.
  func key(erasing passphrase: inout [UInt8]) throws -> KeyMemory {
    CoreDumps.forbid()
    defer {
      passphrase.erase()
      MemoryScrub.run()
    }
    guard !passphrase.isEmpty else { throw Diagnostic("storage.passphrase", "the passphrase is empty") }
    guard okit_crypto_is_installed() else { throw CryptoLibrary.failure }
    return try KeyMemory { key in
      guard
        okit_scrypt(
          passphrase, passphrase.count, salt, salt.count, UInt64(rounds), UInt64(blockSize), UInt64(parallelism),
          key.baseAddress, key.count)
      else {
        throw Diagnostic("storage.passphrase", "cannot derive a key from the passphrase: there is not enough memory")
      }
    }
  }

  /// Derives a key from another one with HKDF-SHA-256 (RFC 5869).
  ///
  /// - Throws: `storage.library`.
  static func expand(
    _ key: UnsafeRawBufferPointer, salt: [UInt8] = [], info: [UInt8], to derived: UnsafeMutableRawBufferPointer
  ) throws {
    guard
      okit_hkdf(
        key.baseAddress, key.count, salt, salt.count, info, info.count, derived.baseAddress, derived.count)
    else { throw CryptoLibrary.failure }
  }
}

/// The limit on the memory that scrypt may take for a key, at most 256 MiB.
package struct DerivationLimit {
  static let maximum = 256 << 20

  let bytes: Int
  /// How a smaller limit is raised.
  let hint: String?

  package init(memory: Int? = nil, hint: String? = nil) {
    (bytes, self.hint) = (min(memory ?? Self.maximum, Self.maximum), hint)
  }

  static func text(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : bytes % (1 << 10) == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}

extension JSONValue? {
  /// The value in a message.
  var summary: String {
    switch self {
    case nil: "missing"
    case .int(let number)?: "\(number)"
    case .string(let text)?: PrintableText.quoted(text)
    case .number(let text)?: text
    case .double(let number)?: "\(number)"
    case .bool(let bool)?: "\(bool)"
    case .null?: "null"
    case .array?: "an array"
    case .object?: "an object"
    }
  }
}
