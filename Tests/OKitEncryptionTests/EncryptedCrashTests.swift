import OKitTestSupport
import Testing

@testable import OKitEncryption
@testable import OKitStorage

private let diary = "okit/data/diary.json"
private let photo = "okit/data/_image/p.jpeg"
private let plain = "okit/data/plain.json"

private func write(
  _ path: String, _ text: String, _ journal: String = "", isPlain: Bool = false, isSwitch: Bool = false
) -> StorageWrite {
  StorageWrite(path: path, bytes: Array(text.utf8), journal: Array(journal.utf8))
    .with(isPlain ? .plain("diary") : .encrypted("diary"), keepsPrevious: !isSwitch)
}

/// A change of a folder with encrypted models, and the state that it leads to.
private struct Scenario: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Whether the folder is empty before.
  var isFirst = false
  var change: @Sendable (EncryptedStorage) throws -> Void
  var new: [String]

  static let old = ["d1|one ", "p1|", "n1|"]
  static let first = ["none", "none", "none"]

  var before: [String] { isFirst ? Self.first : Self.old }

  static let all: [Scenario] = [
    Scenario(
      testDescription: "the first store", isFirst: true,
      change: { try $0.write([write(diary, "d1"), write(photo, "p1")]).wait() }, new: ["d1|", "p1|", "none"]),
    Scenario(
      testDescription: "a document, a blob and a plain model",
      change: {
        try $0.write([write(diary, "d2"), write(photo, "p2"), StorageWrite(path: plain, bytes: Array("n2".utf8))])
          .wait()
      }, new: ["d2|", "p2|", "n2|"]),
    Scenario(
      testDescription: "a record",
      change: { storage in
        try storage.write([
          StorageWrite(path: diary, appending: Array("two\n".utf8), at: 4).with(.encrypted("diary"))
        ]).wait()
      }, new: ["d1|one two ", "p1|", "n1|"]),
    Scenario(
      testDescription: "switching off",
      change: { storage in
        try storage.write([
          write(diary, "d1!", isPlain: true, isSwitch: true), write(photo, "p1", isPlain: true, isSwitch: true),
        ]).wait()
      }, new: ["d1!|", "p1|", "n1|"]),
    Scenario(
      testDescription: "a new default key",
      change: { try ($0.encryption as? SecureStore)?.rekey(to: .standard, in: $0.base) }, new: old),
  ]

  static func text(_ stored: StoredDocument?) -> String {
    guard let stored else { return "none" }
    let complete = String(decoding: stored.journal, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return String(decoding: stored.bytes, as: UTF8.self) + "|" + complete.dropLast().map { "\($0) " }.joined()
  }

  /// The state as a new process sees it.
  static func state(_ folder: EncryptedFolder, _ access: FileStorage.Access) throws -> [String] {
    let storage = try folder.open(folder.files(access))
    return try [diary, photo, plain].map { text(try storage.readDocument($0)) }
  }

  func prepare() throws -> EncryptedFolder {
    let folder = try EncryptedFolder()
    guard !isFirst else { return folder }
    let storage = try folder.open()
    for (text, journal) in [("d0", ""), ("d1", "one\n")] {
      try storage.write([
        write(diary, text, journal), write(photo, "p1"), StorageWrite(path: plain, bytes: Array("n1".utf8)),
      ]).wait()
    }
    return folder
  }

  /// Returns the number of changes that a store makes when nothing stops it.
  func count() throws -> Int {
    let folder = try prepare()
    let files = folder.files()
    let storage = try folder.open(files)
    var count = 0
    files.tree.interrupt = { _ in
      count += 1
      return nil
    }
    try change(storage)
    #expect(try [diary, photo, plain].map { Self.text(try storage.readDocument($0)) } == new)
    return count
  }
}

/// Stores of encrypted models are interrupted at each of their system calls.
@Suite struct EncryptedCrashTests {
  @Test(arguments: Scenario.all)
  fileprivate func aCrashLeavesOldOrNew(_ scenario: Scenario) throws {
    let count = try scenario.count()
    #expect(count >= 2)
    for step in 0..<count + 2 {
      let folder = try scenario.prepare()
      do {
        let files = folder.files()
        let storage = try folder.open(files)
        var made = 0
        files.tree.interrupt = { _ in
          made += 1
          return made > step ? FileError(reason: "the process is gone") : nil
        }
        let failed = problem { try scenario.change(storage) }
        #expect(failed.hasPrefix("storage.write: ") || failed == "no error", "step \(step): \(failed)")
      }
      let seen = try Scenario.state(folder, .reader)
      #expect(seen == scenario.before || seen == scenario.new, "a reader at step \(step): \(seen)")
      #expect(try Scenario.state(folder, .owner) == seen, "step \(step)")
      #expect(folder.names.filter { $0.contains(".storing") } == [], "step \(step)")
      // Recovery was not the last thing that works.
      try folder.open().write([write(diary, "d9", "nine\n"), write(photo, "p9")]).wait()
      #expect(try Scenario.state(folder, .owner).prefix(2) == ["d9|nine ", "p9|"], "step \(step)")
    }
  }

  @Test(arguments: Scenario.all)
  fileprivate func aFailureChangesNothing(_ scenario: Scenario) throws {
    for step in 0..<(try scenario.count()) {
      let folder = try scenario.prepare()
      do {
        let files = folder.files()
        let storage = try folder.open(files)
        var made = 0
        files.tree.interrupt = { _ in
          made += 1
          return made == step + 1 ? FileError(code: 28) : nil
        }
        var expected = [scenario.new]
        do { try scenario.change(storage) } catch let error as Diagnostic {
          #expect(error.code == "storage.write", "\(error)")
          expected = error.notes.isEmpty ? [scenario.before, scenario.new] : [scenario.new]
        }
        files.tree.interrupt = nil
        try storage.open()
        let state = try [diary, photo, plain].map { Scenario.text(try storage.readDocument($0)) }
        #expect(expected.contains(state), "step \(step): \(state)")
        // The same process goes on.
        try storage.write([write(diary, "d9", "nine\n"), write(photo, "p9")]).wait()
      }
      #expect(try Scenario.state(folder, .owner).prefix(2) == ["d9|nine ", "p9|"], "step \(step)")
    }
  }

  @Test func switchingOffLeavesNothingEncrypted() throws {
    let folder = try Scenario.all[1].prepare()
    try Scenario.all[3].change(try folder.open())
    for name in folder.names where name.hasPrefix("okit/data") {
      #expect(!EncryptedContent.isContainer(try folder.bytes(name)), "\(name)")
    }
    #expect(folder.names.filter { $0.hasPrefix("okit/data/.previous/diary") } == [])
  }
}
