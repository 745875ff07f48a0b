public import OKitEngine

/// What every `Storage` must do, as cases that run on a fresh, empty one.
///
///     @Test(arguments: StorageConformance.cases)
///     func conforms(_ example: StorageConformance.Case) throws {
///       try example.run(TransientStorage())
///     }
public enum StorageConformance {
  public struct Case: Sendable, CustomStringConvertible {
    public let name: String
    /// Throws a `Failure`, or what the storage threw.
    public let run: @Sendable (any Storage) throws -> Void

    public var description: String { name }
  }

  /// An expectation that a storage did not meet.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static let cases: [Case] = [
    Case(name: "an empty storage has nothing") { storage in
      try expect(try storage.read("okit/data/default.json"), nil)
      try expect(try storage.readPrevious("okit/data/default.json"), nil)
      try expect(try storage.list("okit/data"), [])
      try storage.delete(["okit/data/default.json"])
    },
    Case(name: "reads what was written") { storage in
      for bytes in [[], [0], Array("{}".utf8), [UInt8](repeating: 0xFF, count: 100_000)] as [[UInt8]] {
        try storage.write([StorageWrite(path: "okit/data/default.json", bytes: bytes)])
        try expect(try storage.read("okit/data/default.json"), bytes)
      }
    },
    Case(name: "writes several documents at once") { storage in
      try storage.write([
        StorageWrite(path: "okit/data/a.json", bytes: [1]), StorageWrite(path: "okit/data/a/b.json", bytes: [2]),
        StorageWrite(path: "c", bytes: [3]),
      ])
      try expect(try storage.read("okit/data/a.json"), [1])
      try expect(try storage.read("okit/data/a/b.json"), [2])
      try expect(try storage.read("c"), [3])
      try storage.write([])
    },
    Case(name: "keeps the previous generation") { storage in
      let path = "okit/data/default.json"
      for generation in 1...3 as ClosedRange<UInt8> {
        try storage.write([StorageWrite(path: path, bytes: [generation])])
        try expect(try storage.readPrevious(path), generation == 1 ? nil : [generation - 1])
      }
      try storage.restorePrevious(path)
      try expect(try storage.read(path), [2])
      try expect(try storage.readPrevious(path), [3])
      try storage.restorePrevious(path)
      try expect(try storage.read(path), [3])
      try storage.write([StorageWrite(path: path, bytes: [4]), StorageWrite(path: "other", bytes: [0])])
      try expect(try storage.readPrevious(path), [3])
      try expect(try storage.readPrevious("other"), nil)
    },
    Case(name: "has nothing to restore before the second store") { storage in
      try storage.write([StorageWrite(path: "okit/data/default.json", bytes: [1])])
      try expectRefusal("storage.noPrevious", "no previous generation of okit/data/default.json is kept") {
        try storage.restorePrevious("okit/data/default.json")
      }
      try expect(try storage.read("okit/data/default.json"), [1])
    },
    Case(name: "deletes documents and their previous generations") { storage in
      for byte in [1, 2] as [UInt8] {
        try storage.write([StorageWrite(path: "d/a", bytes: [byte]), StorageWrite(path: "d/b", bytes: [byte])])
      }
      try storage.delete(["d/a", "d/missing"])
      try expect(try storage.read("d/a"), nil)
      try expect(try storage.readPrevious("d/a"), nil)
      try expect(try storage.read("d/b"), [2])
      try expect(try storage.list("d"), ["d/b"])
      try storage.delete([])
    },
    Case(name: "lists documents below a folder, sorted") { storage in
      for path in ["d/b", "d/a", "d/x/y/z", "d/c", "da/no", "e", "d/Ä"] {
        for byte in [1, 2] as [UInt8] { try storage.write([StorageWrite(path: path, bytes: [byte])]) }
      }
      try expect(try storage.list("d"), ["d/a", "d/b", "d/c", "d/x/y/z", "d/Ä"])
      try expect(try storage.list("d/x"), ["d/x/y/z"])
      try expect(try storage.list("missing/folder"), [])
    },
    Case(name: "refuses paths that could lead out") { storage in
      let refused = [
        ("", "\"\" cannot name a document: a part is empty"), ("/a", "\"/a\" cannot name a document: it is absolute"),
        ("a//b", "\"a//b\" cannot name a document: a part is empty"),
        ("a/", "\"a/\" cannot name a document: a part is empty"),
        ("../a", "\"../a\" cannot name a document: \"..\" leads out of the documents directory"),
        ("a/../../b", "\"a/../../b\" cannot name a document: \"..\" leads out of the documents directory"),
        (".", "\".\" cannot name a document: names that begin with a dot are reserved"),
        ("a/.b", "\"a/.b\" cannot name a document: names that begin with a dot are reserved"),
        ("a\0b", "\"a\\0b\" cannot name a document: it contains a NUL character"),
      ]
      for (path, message) in refused {
        let good = StorageWrite(path: "good", bytes: [1])
        try expectRefusal("storage.path", message) { _ = try storage.read(path) }
        try expectRefusal("storage.path", message) { try storage.write([good, StorageWrite(path: path, bytes: [1])]) }
        try expectRefusal("storage.path", message) { try storage.delete(["good", path]) }
        try expectRefusal("storage.path", message) { _ = try storage.list(path) }
        try expectRefusal("storage.path", message) { _ = try storage.readPrevious(path) }
        try expectRefusal("storage.path", message) { try storage.restorePrevious(path) }
      }
      try expect(try storage.read("good"), nil)
    },
    Case(name: "refuses one path twice in one store") { storage in
      let write = StorageWrite(path: "a", bytes: [1])
      try expectRefusal("storage.path", "\"a\" comes twice in one store") { try storage.write([write, write]) }
      try expect(try storage.read("a"), nil)
    },
  ]

  private static func expect<T: Equatable>(_ value: T, _ expected: T, line: Int = #line) throws {
    if value != expected { throw Failure(description: "line \(line): expected \(expected), found \(value)") }
  }

  private static func expectRefusal(
    _ code: Diagnostic.Code, _ message: String, line: Int = #line, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as Diagnostic where error.code == code && error.message == message {
      return
    }
    throw Failure(description: "line \(line): expected \(code.rawValue), nothing was refused")
  }
}
