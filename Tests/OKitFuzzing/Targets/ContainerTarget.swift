import OKitEncryption
import OKitEngine

extension FuzzTarget {
  private static let name = "okit/data/default.json"
  private static let codes: [Diagnostic.Code] = [
    "storage.container", "storage.damaged", "storage.key", "storage.keys", "storage.journal", "storage.keyFile",
  ]

  /// An encrypted content, an encrypted journal, and the file of the keys.
  public static let container = FuzzTarget(name: "container") {
    let cipher = ContentCipher(key: Array(0..<32), id: Array("okitfuzz".utf8))
    return { input in
      try open(input, cipher)
      let document = try cipher.encrypt(Array("{}".utf8), name)
      try refused(["storage.journal"]) {
        let storage = TransientStorage()
        try storage.write([StorageWrite(path: name, bytes: document, journal: input)]).wait()
        _ = try EncryptedStorage(storage, FixedEncryption(cipher)).readDocument(name)
      }
      try refused(codes) {
        let storage = TransientStorage()
        let key = StorageWrite(path: "okit/keys/default.key", bytes: [UInt8](repeating: 7, count: 32))
        try storage.write([key, StorageWrite(path: "okit/keys/keys.json", bytes: input)]).wait()
        try SecureStore(documents: nil).open(in: storage)
      }
    }
  }

  /// Opens a container; each change of one that is authentic must be detected.
  private static func open(_ input: [UInt8], _ cipher: ContentCipher) throws {
    func opens(_ bytes: [UInt8], _ name: String) throws -> [UInt8]? {
      var content: [UInt8]?
      try refused(codes) { content = try bytes.withUnsafeBytes { try cipher.decrypt($0, name) } }
      return content
    }
    guard let content = try opens(input, name) else { return }
    try require(content.count < input.count, "the content is longer than its container")
    try require(try opens(input, name + "2") == nil, "it can be read under another name")
    try require(try opens(Array(input.dropLast()), name) == nil, "a byte less is not detected")
    try require(try opens(input + [0], name) == nil, "a byte more is not detected")
    for index in stride(from: 0, to: input.count, by: max(1, input.count / 64)) {
      var changed = input
      changed[index] ^= 1
      try require(try opens(changed, name) == nil, "a change of byte \(index) is not detected")
    }
  }

  private static func refused(_ codes: [Diagnostic.Code], _ body: () throws -> Void) throws {
    do { try body() } catch let diagnostic as Diagnostic {
      try require(codes.contains(diagnostic.code), "refused with \(diagnostic.code.rawValue): \(diagnostic)")
    }
  }
}

/// Encrypts with a known key.
private final class FixedEncryption: ContentEncryption {
  private let cipher: ContentCipher

  init(_ cipher: ContentCipher) { self.cipher = cipher }

  let isOpen = true
  let encryptedModels: Set<String> = []
  let modelsOnServer: Set<String> = []
  func isInitialized(in storage: any DocumentStorage) -> Bool { true }
  func open(in storage: any DocumentStorage) {}
  func close() {}
  func keyWrites(
    encrypted: [String], plain: [String], onServer: Bool, in storage: any DocumentStorage
  ) -> (writes: [StorageWrite], finish: (Bool) -> Void) {
    ([], { _ in })
  }
  func encrypt(
    _ name: String, _ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver
  ) throws { try cipher.encrypt(name, content, to: receive) }
  func decrypt(_ container: UnsafeRawBufferPointer, _ name: String) throws -> [UInt8] {
    try cipher.decrypt(container, name)
  }
}
