internal import OKitEngine
package import OKitStorage
public import Testing

/// The requirements for every storage kind.
///
///     @Test func conforms() { StorageConformance.check { Memory() } }
public enum StorageConformance {
  /// Checks a storage kind of a program. Each requirement that it does not meet is an issue of the test.
  ///
  /// - Parameters:
  ///   - sourceLocation: The line of the issues.
  ///   - make: Makes a new, empty storage.
  public static func check(
    sourceLocation: SourceLocation = #_sourceLocation, _ make: () throws -> any ModelStorage
  ) {
    var isSound = true
    func check(_ requirement: String, _ body: () throws -> Void) {
      do { try body() } catch {
        isSound = false
        Issue.record("\(requirement): \(error.programText)", sourceLocation: sourceLocation)
      }
    }
    for example in kinds { check("a storage \(example.name)") { try example.run(make()) } }
    // What okit keeps in the storage would fail for the same reason.
    guard isSound else { return }
    for example in all {
      check("\(example.name), when okit uses the storage") { try example.run(ProgramStorage(make())) }
    }
  }

  /// What only the storage of a program can get wrong.
  private static let kinds: [(name: String, run: @Sendable (any ModelStorage) throws -> Void)] = [
    (
      "is empty at first",
      { storage in
        try expect(try storage.read("a"), nil)
        try expect(try storage.paths(below: "a"), [])
      }
    ),
    (
      "keeps any bytes",
      { storage in
        let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try storage.write(["a/b.json": bytes, "a/empty": []])
        try expect(try storage.read("a/b.json"), bytes)
        try expect(try storage.read("a/empty"), [])
      }
    ),
    (
      "stores and removes paths in one call",
      { storage in
        try storage.write(["a": [1], "b": [2]])
        try storage.write(["a": nil, "b": [3], "missing": nil])
        try expect(try storage.read("a"), nil)
        try expect(try storage.read("b"), [3])
      }
    ),
    (
      "finds the paths below a folder, and not those that begin like it",
      { storage in
        try storage.write(["d/a": [1], "d/e/f": [1], "da": [1], "d.json": [1], "e/d/a": [1]])
        try expect(try storage.paths(below: "d").sorted(), ["d/a", "d/e/f"])
        try expect(try storage.paths(below: "none"), [])
        try storage.write(["d/a": nil])
        try expect(try storage.paths(below: "d"), ["d/e/f"])
      }
    ),
    (
      "distinguishes paths that differ in case",
      { storage in
        try storage.write(["A": [1], "a": [2]])
        try expect(try storage.read("A"), [1])
        try expect(try storage.read("a"), [2])
      }
    ),
  ]

  package struct Case: Sendable, CustomStringConvertible {
    package let name: String
    /// Throws a `Failure`, or what the storage threw.
    package let run: @Sendable (any DocumentStorage) throws -> Void

    package var description: String { name }
  }

  /// An expectation that a storage did not meet.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The cases of `BlobStorage`.
  package static let blobs: [Case] = [
    Case(name: "an empty storage lists nothing") { storage in
      try expect(try storage.list("okit/data"), [])
    },
    Case(name: "an empty storage has nothing") { storage in
      try expect(try storage.read("okit/data/default.json"), nil)
      try expect(try storage.contains("okit/data/default.json"), false)
      try storage.delete(["okit/data/default.json"]).wait()
    },
    Case(name: "reads what was written") { storage in
      for bytes in [[], [0], Array("{}".utf8), [UInt8](repeating: 0xFF, count: 100_000)] as [[UInt8]] {
        try storage.write([StorageWrite(path: "okit/data/default.json", bytes: bytes)]).wait()
        try expect(try storage.read("okit/data/default.json"), bytes)
      }
    },
    Case(name: "stores content in pieces") { storage in
      let pieces = (0..<5).map { [UInt8](repeating: $0, count: 100_000 * Int($0)) }
      let write = StorageWrite(path: "a") { receive in
        for piece in pieces { try piece.withUnsafeBytes(receive) }
      }
      try storage.write([write]).wait()
      try expect(try storage.read("a"), Array(pieces.joined()))
    },
    Case(name: "changes nothing when there is no content") { storage in
      try storage.write([StorageWrite(path: "d/a", bytes: [1])]).wait()
      let bad = StorageWrite(path: "d/a") { receive in
        try [UInt8](repeating: 2, count: 100_000).withUnsafeBytes(receive)
        throw Diagnostic("json.depth", "no end")
      }
      for writes in [[bad], [StorageWrite(path: "d/b", bytes: [3]), bad]] {
        try expectRefusal("json.depth", "no end") { try storage.write(writes).wait() }
      }
      try expect(try storage.read("d/a"), [1])
      try expect(try storage.read("d/b"), nil)
    },
    Case(name: "stores several paths at once") { storage in
      try storage.write([
        StorageWrite(path: "okit/data/a.json", bytes: [1]), StorageWrite(path: "okit/data/a/b.json", bytes: [2]),
        StorageWrite(path: "c", bytes: [3]),
      ]).wait()
      try expect(try storage.read("okit/data/a.json"), [1])
      try expect(try storage.read("okit/data/a/b.json"), [2])
      try expect(try storage.read("c"), [3])
      try storage.write([]).wait()
    },
    Case(name: "lists the paths below a folder, sorted") { storage in
      for path in ["d/b", "d/a", "d/x/y/z", "d/c", "da/no", "e", "d/Ä"] {
        for byte in [1, 2] as [UInt8] { try storage.write([StorageWrite(path: path, bytes: [byte])]).wait() }
      }
      try expect(try storage.list("d"), ["d/a", "d/b", "d/c", "d/x/y/z", "d/Ä"])
      try expect(try storage.list("d/x"), ["d/x/y/z"])
      try expect(try storage.list("missing/folder"), [])
    },
    Case(name: "refuses paths that could lead out") { storage in
      for (path, message) in invalidPaths {
        let good = StorageWrite(path: "good", bytes: [1])
        try expectRefusal("storage.path", message) { _ = try storage.read(path) }
        try expectRefusal("storage.path", message) {
          try storage.write([good, StorageWrite(path: path, bytes: [1])]).wait()
        }
        try expectRefusal("storage.path", message) { try storage.delete(["good", path]).wait() }
      }
      try expect(try storage.read("good"), nil)
    },
    Case(name: "lists no path that could lead out") { storage in
      for (path, message) in invalidPaths {
        try expectRefusal("storage.path", message) { _ = try storage.list(path) }
      }
    },
    Case(name: "refuses one path twice in one store") { storage in
      let write = StorageWrite(path: "a", bytes: [1])
      try expectRefusal("storage.path", "\"a\" is written twice in one store") {
        try storage.write([write, write]).wait()
      }
      try expect(try storage.read("a"), nil)
    },
    Case(name: "deletes") { storage in
      try storage.write([StorageWrite(path: "d/a", bytes: [1]), StorageWrite(path: "d/b", bytes: [2])]).wait()
      try storage.delete(["d/a", "d/missing"]).wait()
      try expect(try storage.read("d/a"), nil)
      try expect(try storage.read("d/b"), [2])
      try storage.delete([]).wait()
      try storage.write([StorageWrite(path: "d/a", bytes: [3])]).wait()
      try expect(try storage.read("d/a"), [3])
    },
    Case(name: "lists nothing that was deleted") { storage in
      try storage.write([StorageWrite(path: "d/a", bytes: [1]), StorageWrite(path: "d/b", bytes: [2])]).wait()
      try storage.delete(["d/a"]).wait()
      try expect(try storage.list("d"), ["d/b"])
    },
    Case(name: "shows what is stored before the store is finished") { storage in
      let operation = storage.write([StorageWrite(path: "a", bytes: [1])])
      try expect(try storage.read("a"), [1])
      try operation.wait()
      try expect(try storage.read("a"), [1])
    },
  ]

  /// The cases of `DocumentStorage`.
  package static let documents: [Case] = [
    Case(name: "keeps the previous version") { storage in
      let path = "okit/data/default.json"
      for generation in 1...3 as ClosedRange<UInt8> {
        try storage.write([StorageWrite(path: path, bytes: [generation])]).wait()
        try expect(try storage.readPrevious(path), generation == 1 ? nil : [generation - 1])
      }
      try storage.restorePrevious(path).wait()
      try expect(try storage.read(path), [2])
      try expect(try storage.readPrevious(path), [3])
      try storage.restorePrevious(path).wait()
      try expect(try storage.read(path), [3])
      try storage.write([StorageWrite(path: path, bytes: [4]), StorageWrite(path: "other", bytes: [0])]).wait()
      try expect(try storage.readPrevious(path), [3])
      try expect(try storage.readPrevious("other"), nil)
    },
    Case(name: "has nothing to restore before the second store") { storage in
      try storage.write([StorageWrite(path: "okit/data/default.json", bytes: [1])]).wait()
      try expectRefusal("storage.noPrevious", "no previous version of okit/data/default.json is stored") {
        try storage.restorePrevious("okit/data/default.json").wait()
      }
      try expect(try storage.read("okit/data/default.json"), [1])
    },
    Case(name: "deletes previous versions") { storage in
      for byte in [1, 2] as [UInt8] { try storage.write([StorageWrite(path: "d/a", bytes: [byte])]).wait() }
      try storage.delete(["d/a"]).wait()
      try expect(try storage.readPrevious("d/a"), nil)
      try storage.write([StorageWrite(path: "d/a", bytes: [3])]).wait()
      try expect(try storage.readPrevious("d/a"), nil)
    },
    Case(name: "has no previous version at first") { storage in
      try expect(try storage.readPrevious("okit/data/default.json"), nil)
    },
    Case(name: "restores nothing from a path that could lead out") { storage in
      for (path, message) in invalidPaths {
        try expectRefusal("storage.path", message) { _ = try storage.readPrevious(path) }
        try expectRefusal("storage.path", message) { try storage.restorePrevious(path).wait() }
      }
    },
  ]

  /// The cases of journals.
  package static let journals: [Case] = [
    Case(name: "appends records to a journal") { storage in
      try storage.write([StorageWrite(path: "d/a", bytes: [1])]).wait()
      try expect(try storage.readDocument("d/a"), StoredDocument(bytes: [1]))
      try storage.write([StorageWrite(path: "d/a", appending: [2, 3], at: 0)]).wait()
      try storage.write([StorageWrite(path: "d/a", appending: [4], at: 2)]).wait()
      try expect(try storage.readDocument("d/a"), StoredDocument(bytes: [1], journal: [2, 3, 4]))
      try expect(try storage.read("d/a"), [1])
      try expect(try storage.list("d"), ["d/a"])
      try expect(try storage.readPreviousDocument("d/a"), nil)
    },
    Case(name: "replaces what is after the offset of a record") { storage in
      try storage.write([StorageWrite(path: "a", bytes: [1], journal: [2, 3, 4, 5])]).wait()
      try storage.write([StorageWrite(path: "a", appending: [9], at: 1)]).wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1], journal: [2, 9]))
      try storage.write([StorageWrite(path: "a", appending: [8, 7], at: 0)]).wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1], journal: [8, 7]))
    },
    Case(name: "refuses records that do not fit") { storage in
      try expectRefusal("storage.journal", "d/a does not exist, so it cannot have a journal") {
        try storage.write([StorageWrite(path: "d/a", appending: [1], at: 0)]).wait()
      }
      try storage.write([StorageWrite(path: "d/a", bytes: [1], journal: [2])]).wait()
      for writes in [[], [StorageWrite(path: "d/b", bytes: [9])]] {
        try expectRefusal("storage.journal", "the journal of d/a has 1 bytes, expected 2") {
          try storage.write(writes + [StorageWrite(path: "d/a", appending: [3], at: 2)]).wait()
        }
      }
      try expect(try storage.readDocument("d/a"), StoredDocument(bytes: [1], journal: [2]))
      try expect(try storage.list("d"), ["d/a"])
    },
    Case(name: "a document begins without a journal") { storage in
      try storage.write([StorageWrite(path: "a", bytes: [1])]).wait()
      try storage.write([StorageWrite(path: "a", appending: [2], at: 0)]).wait()
      try storage.write([StorageWrite(path: "a", bytes: [3])]).wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [3]))
      try expect(try storage.readPreviousDocument("a"), StoredDocument(bytes: [1], journal: [2]))
      try storage.write([StorageWrite(path: "a", bytes: [4])]).wait()
      try expect(try storage.readPreviousDocument("a"), StoredDocument(bytes: [3]))
    },
    Case(name: "restores a document with its journal") { storage in
      let versions = [StoredDocument(bytes: [1], journal: [2, 3]), StoredDocument(bytes: [4], journal: [5])]
      for version in versions {
        try storage.write([StorageWrite(path: "a", bytes: version.bytes)]).wait()
        try storage.write([StorageWrite(path: "a", appending: version.journal, at: 0)]).wait()
      }
      for (current, previous) in [(versions[0], versions[1]), (versions[1], versions[0])] {
        try storage.restorePrevious("a").wait()
        try expect(try storage.readDocument("a"), current)
        try expect(try storage.readPreviousDocument("a"), previous)
      }
    },
    Case(name: "restores a document without a journal") { storage in
      for byte in [1, 2] as [UInt8] { try storage.write([StorageWrite(path: "a", bytes: [byte])]).wait() }
      try storage.write([StorageWrite(path: "a", appending: [3], at: 0)]).wait()
      try storage.restorePrevious("a").wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1]))
      try expect(try storage.readPreviousDocument("a"), StoredDocument(bytes: [2], journal: [3]))
    },
    Case(name: "appends to several journals at once") { storage in
      for path in ["a", "b"] { try storage.write([StorageWrite(path: path, bytes: [1])]).wait() }
      try storage.write([StorageWrite(path: "b", appending: [2], at: 0)]).wait()
      try storage.write([
        StorageWrite(path: "a", appending: [3], at: 0), StorageWrite(path: "b", appending: [4, 5], at: 1),
        StorageWrite(path: "c", bytes: [6]),
      ]).wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1], journal: [3]))
      try expect(try storage.readDocument("b"), StoredDocument(bytes: [1], journal: [2, 4, 5]))
      try expect(try storage.readDocument("c"), StoredDocument(bytes: [6]))
    },
    Case(name: "deletes journals") { storage in
      for byte in [1, 2] as [UInt8] {
        try storage.write([StorageWrite(path: "d/a", bytes: [byte])]).wait()
        try storage.write([StorageWrite(path: "d/a", appending: [3], at: 0)]).wait()
      }
      try storage.delete(["d/a"]).wait()
      try expect(try storage.readDocument("d/a"), nil)
      try expect(try storage.readPreviousDocument("d/a"), nil)
      try storage.write([StorageWrite(path: "d/a", bytes: [4])]).wait()
      try expect(try storage.readDocument("d/a"), StoredDocument(bytes: [4]))
    },
    Case(name: "shows records before their store is finished") { storage in
      try storage.write([StorageWrite(path: "a", bytes: [1])]).wait()
      let operation = storage.write([StorageWrite(path: "a", appending: [2], at: 0)])
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1], journal: [2]))
      try operation.wait()
      try expect(try storage.readDocument("a"), StoredDocument(bytes: [1], journal: [2]))
    },
  ]

  /// The cases of a server, which lists nothing, and keeps neither previous versions nor journals.
  package static let remote =
    blobs.filter { !usingLists.contains($0.name) }
    + documents.filter {
      withoutPrevious.contains($0.name)
    }

  private static let usingLists: Set = [
    "an empty storage lists nothing", "lists no path that could lead out", "lists nothing that was deleted",
    "lists the paths below a folder, sorted",
  ]

  private static let withoutPrevious: Set = [
    "has nothing to restore before the second store", "has no previous version at first",
    "restores nothing from a path that could lead out",
  ]

  /// All cases.
  package static let all = blobs + documents + journals

  private static let invalidPaths = [
    ("/\u{338}x", "\"/\u{338}x\" is not a valid document path: it is absolute"),
    (
      "d/\u{338}x",
      "\"d/\u{338}x\" is not a valid document path: a part begins with a character that combines with the one before it"
    ),
    ("", "\"\" is not a valid document path: a part is empty"),
    ("/a", "\"/a\" is not a valid document path: it is absolute"),
    ("a//b", "\"a//b\" is not a valid document path: a part is empty"),
    ("a/", "\"a/\" is not a valid document path: a part is empty"),
    ("../a", "\"../a\" is not a valid document path: \"..\" leads out of the documents directory"),
    ("a/../../b", "\"a/../../b\" is not a valid document path: \"..\" leads out of the documents directory"),
    (".", "\".\" is not a valid document path: names that begin with a dot are reserved"),
    ("a/.b", "\"a/.b\" is not a valid document path: names that begin with a dot are reserved"),
    (
      "a/b.journal", "\"a/b.journal\" is not a valid document path: names that end with .journal are reserved"
    ),
    ("a\0b", "\"a\\0b\" is not a valid document path: it contains a NUL character"),
  ]

  private static func expect<T: Equatable>(_ value: T?, _ expected: T?, line: Int = #line) throws {
    guard value != expected else { return }
    throw Failure(description: "expected \(text(expected)), found \(text(value)) (\(place(line)))")
  }

  /// Returns the text of a value; of many bytes, their beginning and end.
  private static func text<T>(_ value: T?) -> String {
    value.map { PrintableText.shortened("\($0)", to: 200) } ?? "nil"
  }

  private static func expectRefusal(
    _ code: Diagnostic.Code, _ message: String, line: Int = #line, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as Diagnostic where error.code == code && error.message == message {
      return
    }
    throw Failure(description: "expected \(code.rawValue), nothing was refused (\(place(line)))")
  }

  private static func place(_ line: Int) -> String { "StorageConformance.swift:\(line)" }
}
