import OKitLua
import OKitTesting
import Synchronization
import Testing

/// A storage kind of a program, and what the checks find in faulty ones.
@Suite struct StorageConformanceTests {
  private class Memory: ModelStorage {
    var contents: [String: [UInt8]] = [:]
    func read(_ path: String) throws -> [UInt8]? { contents[path] }
    func write(_ changes: [String: [UInt8]?]) throws { for (path, bytes) in changes { contents[path] = bytes } }
    func paths(below folder: String) throws -> [String] { contents.keys.filter { $0.hasPrefix(folder + "/") } }
  }

  @Test func `a dictionary conforms`() { StorageConformance.check { Memory() } }

  private final class Forgetful: Memory {
    override func write(_ changes: [String: [UInt8]?]) throws {
      for (path, bytes) in changes where bytes != nil { contents[path] = bytes }
    }
  }

  private final class Truncating: Memory {
    override func write(_ changes: [String: [UInt8]?]) throws {
      for (path, bytes) in changes { contents[path] = bytes.map { Array($0.prefix(60_000)) } }
    }
  }

  private final class Careless: Memory {
    override func paths(below folder: String) -> [String] { contents.keys.filter { $0.hasPrefix(folder) } }
  }

  private final class Filled: Memory {
    override init() {
      super.init()
      contents["a"] = [1]
    }
  }

  @Test(arguments: [
    "stores and removes paths in one call", "keeps any bytes", "finds the paths below a folder", "is empty at first",
  ])
  func `an issue says which requirement a faulty kind does not meet`(requirement: String) {
    let make: () -> any ModelStorage =
      switch requirement {
      case "stores and removes paths in one call": { Forgetful() }
      case "keeps any bytes": { Truncating() }
      case "is empty at first": { Filled() }
      default: { Careless() }
      }
    let found = Mutex<[String]>([])
    withKnownIssue {
      StorageConformance.check(make)
    } matching: { issue in
      found.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let issues = found.withLock { $0 }
    #expect(issues.contains { $0.hasPrefix("a storage \(requirement)") }, "\(issues)")
    // What follows from it is no issue of its own, and many bytes are not shown.
    #expect(issues.allSatisfy { $0.hasPrefix("a storage ") && $0.utf8.count < 700 }, "\(issues)")
  }

  @Test func `models are kept in it, and come back`() throws {
    let storage = Memory()
    var options = LuaApplication.Options()
    options.modelStorage = storage
    let text = """
      local Shop = okit.Model:extend('Shop', { count = 0 })
      shop = okit.Model.register(Shop)
      okit.Model.state(function() okit.Model.store(shop) end)
      """
    let first = try LuaApplication(text: text, options: options)
    try first.set("count", to: 3)
    _ = try first.evaluate("okit.Model.store(shop)")
    first.close()
    #expect(storage.contents.keys.sorted().first == "okit/data/default.json")
    let second = try LuaApplication(text: text, options: options)
    #expect(try second.get("count") == 3)
    second.close()
  }

  @Test func `an error of the storage is one of the application`() throws {
    struct Full: Error {}
    final class Failing: ModelStorage {
      var isReadable = true
      func read(_ path: String) throws -> [UInt8]? { if isReadable { nil } else { throw Full() } }
      func write(_ changes: [String: [UInt8]?]) throws { throw Full() }
      func paths(below folder: String) throws -> [String] { if isReadable { [] } else { throw Full() } }
    }
    let (storage, text) = (Failing(), "shop = okit.Model.register(okit.Model:extend('Shop', { count = 0 }))")
    var options = LuaApplication.Options()
    options.modelStorage = storage
    options.onReport = { _ in }
    let app = try LuaApplication(text: text, options: options)
    try app.set("count", to: 1)
    storage.isReadable = false
    for body: () throws -> Void in [
      { try app.store() }, { _ = try app.evaluate("okit.Model.store(shop)") }, { try app.close(storing: true) },
      { _ = try LuaApplication(text: text, options: options) },
    ] {
      let failure = try #require(throws: Diagnostic.self) { try body() }
      #expect(failure.code == "storage.program" && failure.underlying is Full, "\(failure)")
    }
  }
}
