import Foundation
import OKitTestSupport
import Testing

@testable import OKitBackup
@testable import OKitStorage

/// A process that ends, or a disk that is full, at each change of a file.
@Suite struct BackupCrashTests {
  /// A directory with a backup "old" and other files than it has.
  private func prepare() throws -> (fixture: BackupFixture, old: [String: String], new: [String: String]) {
    let fixture = try BackupFixture()
    try fixture.fill()
    let old = try fixture.state
    _ = try fixture.backups.create("old", passphrase: nil, at: BackupFixture.date)
    try fixture.write("okit/data/default.json", "{\"id\": \"new\"}\n")
    try fixture.write("okit/data/default.json", "{\"id\": \"newer\"}\n")
    try fixture.write("okit/data/added.json", "{}\n")
    try fixture.write("okit/data/added/part.json", "{}\n")
    try fixture.storage.delete(["okit/data/settings.json", "okit/data/_data/b1.raw"]).wait()
    return (fixture, old, try fixture.state)
  }

  private func restore(_ fixture: BackupFixture) throws {
    let opened = try fixture.backups.open("old", passphrase: nil)
    _ = try fixture.backups.restore(opened, at: BackupFixture.date)
  }

  private func count(_ body: (BackupFixture) throws -> Void) throws -> Int {
    let fixture = try prepare().fixture
    var count = 0
    fixture.storage.tree.interrupt = { _ in
      count += 1
      return nil
    }
    try body(fixture)
    return count
  }

  @Test func `a crash while restoring leaves all of the old or all of the new state`() throws {
    let count = try count(restore)
    #expect(count > 60)
    var (olds, news) = (0, 0)
    for step in 0..<count {
      let (fixture, old, new) = try prepare()
      var made = 0
      fixture.storage.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      #expect(problem { try restore(fixture) }.hasPrefix("storage.write: "), "step \(step)")
      fixture.storage.close()
      let reader = FileStorage(documents: fixture.path, access: .reader)
      let seen = try Set(reader.list("okit/data"))
      fixture.reopen()
      let state = try fixture.state
      #expect(state == old || state == new, "step \(step)")
      #expect(seen == Set(state.keys), "a reader at step \(step)")
      if state == old { olds += 1 } else { news += 1 }
      #expect(!fixture.names.contains { $0.contains(".storing/") }, "step \(step)")
      // Nothing is in the way of the next one.
      try? fixture.backups.delete("before-restore-2026-11-23T12-00-00Z")
      try restore(fixture)
      #expect(try fixture.state == old, "step \(step)")
    }
    #expect(olds > 5 && news > 5)
  }

  @Test func `a full disk while restoring is reported, and nothing or everything changes`() throws {
    let count = try count(restore)
    for step in 0..<count {
      let (fixture, old, new) = try prepare()
      var made = 0
      fixture.storage.tree.interrupt = { _ in
        made += 1
        return made == step + 1 ? FileError(code: 28) : nil
      }
      let error = try #require(diagnostic { try restore(fixture) }, "step \(step)")
      #expect(error.code == "storage.write")
      fixture.storage.tree.interrupt = nil
      let state = try fixture.state
      if error.notes.isEmpty, step < count - 1 {
        #expect(state == new, "step \(step)")
      } else {
        #expect(state == old, "step \(step)")
      }
    }
  }

  @Test func `a crash or a full disk while creating leaves no backup, or a complete one`() throws {
    func create(_ fixture: BackupFixture) throws {
      _ = try fixture.backups.create("fresh", passphrase: nil, at: BackupFixture.date)
    }
    let count = try count(create)
    for (isCrash, step) in [true, false].flatMap({ isCrash in (0..<count).map { (isCrash, $0) } }) {
      let (fixture, _, new) = try prepare()
      var made = 0
      fixture.storage.tree.interrupt = { _ in
        made += 1
        return made == step + 1 || isCrash && made > step ? FileError(code: 28) : nil
      }
      #expect(problem { try create(fixture) }.hasPrefix("storage.write: "), "step \(step)")
      fixture.reopen()
      if try fixture.backups.list().contains(where: { $0.name == "fresh" }) {
        #expect(problem { _ = try fixture.backups.open("fresh", passphrase: nil) } == "no error", "step \(step)")
        #expect(step == count - 1)
      } else {
        try create(fixture)
      }
      #expect(try fixture.state == new)
      #expect(!fixture.names.contains { $0.contains(".storing/") }, "step \(step)")
    }
  }

  /// A crash while recovering is recovered from, too.
  @Test func `a crash in the middle of a recovery leaves the new state`() throws {
    let count = try count(restore)
    for step in stride(from: 0, to: 40, by: 3) {
      let (fixture, old, new) = try prepare()
      var made = 0
      fixture.storage.tree.interrupt = { call in
        made += 1
        return made > count - 8 ? FileError(reason: "the process is gone") : nil
      }
      #expect(problem { try restore(fixture) }.hasPrefix("storage.write: "))
      fixture.reopen()
      made = 0
      fixture.storage.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone again") : nil
      }
      do { try fixture.storage.open() } catch is Diagnostic {}
      fixture.reopen()
      let state = try fixture.state
      #expect(state == old || state == new)
    }
  }
}
