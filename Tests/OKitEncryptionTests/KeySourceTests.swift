import OKitEncryption
import OKitLua
import OKitTestSupport
import Synchronization
import Testing

/// Encrypted models whose key the program keeps.
@Suite struct KeySourceTests {
  private final class Keychain: KeySource {
    let kept = Mutex<[UInt8]?>(nil)
    let isLocked: Bool

    init(_ key: [UInt8]? = nil, isLocked: Bool = false) {
      self.isLocked = isLocked
      kept.withLock { $0 = key }
    }

    func key() throws -> [UInt8]? {
      if isLocked { throw Locked() }
      return kept.withLock { $0 }
    }

    func store(_ key: [UInt8]) throws { kept.withLock { $0 = key } }

  }

  private struct Locked: Error {}

  private static let text = """
    local Shop = okit.ModelEncrypted:extend('Shop', { count = 0 })
    shop = okit.Model.register(Shop)
    okit.Model.state(function() okit.Model.store(shop) end)
    """

  private func launch(_ folder: String, _ keychain: Keychain) throws -> LuaApplication {
    try launch(folder, .source(keychain))
  }

  private func launch(_ folder: String, _ key: EncryptionKey) throws -> LuaApplication {
    var options = LuaApplication.Options()
    options.documents = folder
    options.parts = [.encryption(key)]
    options.onReport = { _ in }
    return try LuaApplication(text: Self.text, options: options)
  }

  @Test func `the program's key opens the models, and no other`() throws {
    let folder = try TestFolder()
    let keychain = Keychain()
    let first = try launch(folder.path, keychain)
    try first.set("count", to: 7)
    _ = try first.evaluate("okit.Model.store(shop)")
    first.close()
    let key = try #require(keychain.kept.withLock { $0 })
    #expect(key.count == 32)
    let second = try launch(folder.path, Keychain(key))
    #expect(try second.get("count") == 7)
    second.close()
    for (other, code) in [
      (Keychain([UInt8](repeating: 1, count: 32)), "storage.key"), (Keychain([1, 2]), "storage.keySource"),
      (Keychain(), "storage.keySource"), (Keychain(key, isLocked: true), "storage.keySource"),
    ] {
      #expect(problem { try launch(folder.path, other).close() }.hasPrefix("\(code): "))
    }
  }

  @Test func `what the program has thrown is the underlying error`() throws {
    let folder = try TestFolder()
    for (key, code) in [
      (EncryptionKey.source(Keychain(isLocked: true)), "storage.keySource"),
      (.passphrase { _ in throw Locked() }, "storage.passphrase"),
    ] {
      let failure = try #require(throws: Diagnostic.self) {
        let app = try launch(folder.path, key)
        defer { app.close() }
        try app.set("count", to: 7)
        try app.store()
      }
      #expect(failure.code.rawValue == code && failure.underlying is Locked, "\(failure)")
    }
  }
}
