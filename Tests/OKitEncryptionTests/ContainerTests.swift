import OKitEngine
import Testing

@testable import OKitEncryption

/// A key with one value in each byte.
private func key(_ byte: UInt8 = 7) -> KeyMemory {
  KeyMemory { bytes in for index in bytes.indices { bytes[index] = byte } }
}

private let keyID = KeyID(bytes: Array(1...8))
private let name = "okit/data/default.json"

private func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

private func seal(
  _ content: [UInt8], _ name: String = name, _ key: KeyMemory = key(), _ algorithm: ContentAlgorithm = .aesGCM,
  pieces: Int = 50_000
) throws -> [UInt8] {
  var container: [UInt8] = []
  try EncryptedContainer(ContainerHeader(algorithm, keyID), key, name: name).seal(
    { receive in
      for start in stride(from: 0, to: content.count, by: pieces) {
        try content[start..<min(start + pieces, content.count)].withUnsafeBytes(receive)
      }
    }, to: { container += $0 })
  return container
}

private func open(_ container: [UInt8], _ name: String = name, _ key: KeyMemory = key()) throws -> [UInt8] {
  try container.withUnsafeBytes { try EncryptedContainer(ContainerHeader($0), key, name: name).open($0) }
}

private func code(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let diagnostic as Diagnostic {
    return diagnostic.code.rawValue
  } catch {
    return "\(error)"
  }
}

@Suite struct ContainerTests {
  @Test(arguments: ContentAlgorithm.allCases, [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])
  func opensWhatWasSealed(_ algorithm: ContentAlgorithm, _ count: Int) throws {
    for pieces in [1000, 65_536, 1_000_000] {
      let container = try seal(content(count), name, key(), algorithm, pieces: pieces)
      let segments = max(1, (count + 65_535) / 65_536)
      #expect(container.count == 42 + count + segments * 16)
      #expect(try open(container) == content(count))
    }
  }

  @Test func hasTheDocumentedHeader() throws {
    let container = try seal([1, 2, 3])
    #expect(Array(container[..<8]) == Array("\u{89}OKIT\r\n\u{1A}".unicodeScalars.map { UInt8($0.value) }))
    #expect(Array(container[8..<18]) == [1, 1, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try seal([], name, key(), .chaChaPoly)[9] == 2)
  }

  /// Containers that another program has made from the documented format, with the key 0, 1, … 31.
  @Test(arguments: [
    """
    894f4b49540d0a1a01016f6b697466757a7a000102030405060708090a0b0c0d0e0f1011121314151617cf7f5f5544a8cf86d7da5dfc9105f\
    b41a8148999d6
    """,
    """
    894f4b49540d0a1a01026f6b697466757a7a000102030405060708090a0b0c0d0e0f10111213141516175a9b14b73d4ada19c0cab33cc31e4\
    e055e7b3535e8
    """,
  ])
  func opensContainersOfOtherPrograms(_ digits: String) throws {
    let container = try #require(Hexadecimal.bytes(digits))
    let cipher = ContentCipher(key: Array(0..<32), id: Array("okitfuzz".utf8))
    #expect(try container.withUnsafeBytes { try cipher.decrypt($0, name) } == Array("hello".utf8))
  }

  /// Test case 16 of the specification of GCM (McGrew and Viega), and section 2.8.2 of RFC 8439.
  @Test(arguments: [
    (
      ContentAlgorithm.aesGCM, "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
        + "b16aedf5aa0de657ba637b39",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f662"
        + "76fc6ece0f4e1768cddf8853bb2d551b"
    ),
    (
      ContentAlgorithm.chaChaPoly, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
      "070000004041424344454647", "50515253c0c1c2c3c4c5c6c7",
      "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a20496620492063"
        + "6f756c64206f66666572"
        + "20796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73637265656e20776f756c"
        + "642062652069742e",
      "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b"
        + "1a71de0a9e060b2905d6"
        + "a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576"
        + "d26586cec64b6116"
        + "1ae10b594f09e26a7e902ecbd0600691"
    ),
  ])
  func givesTheCiphertextsOfTheStandards(
    _ algorithm: ContentAlgorithm, _ key: String, _ nonce: String, _ data: String, _ plain: String, _ sealed: String
  ) throws {
    let bytes = try [key, nonce, data, plain, sealed].map { try #require(Hexadecimal.bytes($0)) }
    let cipher = try bytes[0].withUnsafeBytes { try Cipher(algorithm, $0) }
    // In both directions, twice, with the same context.
    for _ in 0..<2 {
      let found = try bytes[3].withUnsafeBytes { try cipher.seal($0, nonce: bytes[1], authenticating: bytes[2]) }
      #expect(found == bytes[4])
      #expect(found.withUnsafeBytes { cipher.open($0, nonce: bytes[1], authenticating: bytes[2]) } == bytes[3])
    }
  }

  @Test func neverUsesANonceTwice() throws {
    let nonces = try (0..<1000).map { _ in Array(try seal([1])[18..<42]) }
    #expect(Set(nonces).count == 1000)
    let segments = try seal([UInt8](repeating: 0, count: 131_072))
    #expect(segments[42..<142] != segments[(42 + 65_552)..<(142 + 65_552)])
  }

  @Test(arguments: ContentAlgorithm.allCases, [0, 1, 300])
  func detectsEveryChangedByte(_ algorithm: ContentAlgorithm, _ count: Int) throws {
    let container = try seal(content(count), name, key(), algorithm)
    for index in container.indices {
      for bit in 0..<8 as Range<UInt8> {
        var changed = container
        changed[index] ^= 1 << bit
        let found = code { _ = try open(changed) }
        // Magic and version have their own error. Everything else is not authentic.
        let expected =
          index < 9
          ? ["storage.container"] : index == 9 ? ["storage.container", "storage.damaged"] : ["storage.damaged"]
        #expect(expected.contains(found), "byte \(index), bit \(bit): \(found)")
      }
    }
  }

  @Test func detectsChangedBytesOfLongContents() throws {
    let container = try seal(content(200_000))
    for index in stride(from: 42, to: container.count, by: 997) + [container.count - 1, 42 + 65_551, 42 + 65_552] {
      var changed = container
      changed[index] ^= 0x40
      #expect(code { _ = try open(changed) } == "storage.damaged", "byte \(index)")
    }
  }

  @Test func detectsEveryTruncation() throws {
    let container = try seal(content(200))
    for count in 0..<container.count {
      let expected = count < 42 ? "storage.container" : "storage.damaged"
      #expect(code { _ = try open(Array(container[..<count])) } == expected, "\(count) bytes")
    }
    #expect(code { _ = try open(container + [0]) } == "storage.damaged")
    // At the end of a segment.
    for size in [131_072, 150_000] {
      let long = try seal(content(size))
      for segments in 0...2 where 42 + segments * 65_552 < long.count {
        #expect(code { _ = try open(Array(long[..<(42 + segments * 65_552)])) } == "storage.damaged", "\(segments)")
      }
    }
  }

  @Test func detectsMovedSegments() throws {
    let container = try seal(content(200_000))
    let header = Array(container[..<42])
    let segments = stride(from: 42, to: container.count, by: 65_552).map {
      Array(container[$0..<min($0 + 65_552, container.count)])
    }
    let orders = [[1, 0, 2, 3], [0, 2, 1, 3], [0, 0, 2, 3], [0, 1, 3], [0, 1, 2, 2, 3], [3], [0, 3]]
    for order in orders {
      #expect(code { _ = try open(header + order.flatMap { segments[$0] }) } == "storage.damaged", "\(order)")
    }
    #expect(try open(header + segments.flatMap(\.self)) == content(200_000))
    // The segments of another container with the same content.
    let other = try seal(content(200_000))
    #expect(code { _ = try open(header + other[42...]) } == "storage.damaged")
  }

  @Test func isBoundToNameAndKey() throws {
    let container = try seal([1, 2, 3])
    #expect(code { _ = try open(container, "okit/data/other.json") } == "storage.damaged")
    #expect(code { _ = try open(container, name, key(8)) } == "storage.damaged")
    var version = container
    version[8] = 2
    let found = #expect(throws: Diagnostic.self) { _ = try open(version) }
    #expect(
      found?.message == "the encrypted content has format version 2; this version reads version 1")
  }

  @Test func erasesKeys() {
    let memory = key(9)
    #expect(Array(memory.bytes) == [UInt8](repeating: 9, count: 32))
    memory.erase()
    #expect(Array(memory.bytes) == [UInt8](repeating: 0, count: 32))
  }
}
