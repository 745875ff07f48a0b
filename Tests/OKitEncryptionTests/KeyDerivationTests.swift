import OKitEngine
import Testing

@testable import OKitEncryption

/// The vectors of RFC 5869 and RFC 7914 for the functions that make keys.
@Suite struct KeyDerivationTests {
  @Test func hkdfGivesTheKeysOfRFC5869() throws {
    let input = [UInt8](repeating: 0x0B, count: 22)
    func derive(salt: String, info: String) throws -> String {
      var key = [UInt8](repeating: 0, count: 42)
      let (salt, info) = (try #require(Hexadecimal.bytes(salt)), try #require(Hexadecimal.bytes(info)))
      try input.withUnsafeBytes { input in
        try key.withUnsafeMutableBytes { try KeyDerivation.expand(input, salt: salt, info: info, to: $0) }
      }
      return Hexadecimal.text(key)
    }
    #expect(
      try derive(salt: "000102030405060708090a0b0c", info: "f0f1f2f3f4f5f6f7f8f9")
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(
      try derive(salt: "", info: "")
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
  }

  @Test func scryptGivesTheKeysOfRFC7914() throws {
    var parameters = KeyDerivation()
    (parameters.rounds, parameters.blockSize, parameters.parallelism) = (1024, 8, 16)
    parameters.salt = Array("NaCl".utf8)
    var passphrase = Array("password".utf8)
    let key = try parameters.key(erasing: &passphrase)
    #expect(passphrase == [UInt8](repeating: 0, count: 8))
    #expect(
      Hexadecimal.text(key.bytes) == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
    parameters = KeyDerivation()
    (parameters.rounds, parameters.salt) = (16384, Array("SodiumChloride".utf8))
    passphrase = Array("pleaseletmein".utf8)
    let other = try parameters.key(erasing: &passphrase)
    #expect(
      Hexadecimal.text(other.bytes) == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
  }

  @Test func saltsAreRandomAndNewKeysAreStrong() {
    let parameters = KeyDerivation()
    #expect(parameters.rounds >= 1 << 15)
    #expect(parameters.salt != KeyDerivation().salt)
  }

  /// The parameters are read before the key is known that authenticates them.
  @Test func boundsTheMemoryThatAHeaderAsksFor() throws {
    func parameters(_ n: Int, _ r: Int, _ p: Int) throws -> KeyDerivation {
      let change: [String: JSONValue] = ["n": .int(n), "r": .int(r), "p": .int(p)]
      return try KeyDerivation(.object(KeyDerivation().members.merging(change) { $1 }))
    }
    for (n, r, p) in [(1 << 18, 8, 1), (1 << 17, 16, 1), (1 << 15, 8, 8)] {
      let accepted = try parameters(n, r, p)
      let small = DerivationLimit(memory: 100 << 20, hint: "raise it")
      let found = #expect(throws: Diagnostic.self) { try accepted.checkMemory(limit: small) }
      #expect(found?.code == "storage.scrypt" && found?.hint == "raise it")
    }
    for (n, r, p) in [(1 << 19, 8, 1), (1 << 18, 9, 1), (1 << 18, 8, 2), (1 << 20, 16, 16), (1 << 15, 16, 16)] {
      let found = #expect(throws: Diagnostic.self) { _ = try parameters(n, r, p) }
      #expect(found?.code == "storage.scrypt")
      #expect(found?.message.hasSuffix("more than the limit of 256 MiB") == true)
    }
    #expect(DerivationLimit(memory: 1 << 40).bytes == 256 << 20)
  }

  @Test(
    arguments: [
      (["n": 8192], "the parameter n of scrypt is"), (["n": 20000], "expected a power of 2"),
      (["n": 1_099_511_627_776], "the parameter n of scrypt is"), (["r": 1000], "the parameter r of scrypt is"),
      (["p": 0], "the parameter p of scrypt is"), (["salt": "00"], "the salt of scrypt is missing or too short"),
      (["function": "md5"], "unknown function for keys; expected scrypt"),
    ] as [([String: JSONValue], String)])
  func refusesWeakAndHugeParameters(_ change: [String: JSONValue], _ message: String) throws {
    let members = KeyDerivation().members.merging(change) { _, new in new }
    let found = #expect(throws: Diagnostic.self) { _ = try KeyDerivation(.object(members)) }
    #expect(found?.code == "storage.keys")
    #expect(found?.message.contains(message) == true, "\(found.map(String.init(describing:)) ?? "")")
  }
}
