import OKitTestSupport
import Testing

@testable import OKitEngine

/// A store of blobs and partials that is stopped at each change of a file leaves the old or the new state.
@Suite struct PartCrashTests {
  private static func old(_ directory: DocumentsDirectory) throws {
    let storage = directory.owner()
    defer { storage.close() }
    let fixture = try PartsFixture(storage)
    for number in 1...3 { try fixture.addBook(number, cover: [UInt8](repeating: UInt8(number), count: number)) }
    for number in 1...2 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.store.set(
      try fixture.group(try entity("defer1", in: fixture)), "icon", .map(["id": .string("icon"), "data": .bytes([9])]))
    try fixture.registry.storeState()
  }

  private static func entity(_ id: String, in fixture: PartsFixture) throws -> EntityID {
    guard let entity = fixture.entity(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  /// Changes, moves, adds and removes files of both kinds.
  private static func change(_ fixture: PartsFixture) throws {
    let store = fixture.store
    try store.set(try entity("cover1", in: fixture), "data", .bytes([7, 7, 7, 7]))
    try store.set(try entity("cover2", in: fixture), "format", .string("image/webp"))
    try store.remove(from: try fixture.list("books"), at: 2)
    try fixture.addBook(4, cover: [4])
    let group = try fixture.group(try entity("defer1", in: fixture))
    try store.set(group, "name", .string("changed"))
    try store.set(try entity("icon", in: fixture), "data", .bytes([8, 8]))
    try store.remove(from: try fixture.list("groups"), at: 1)
    try fixture.addGroup(3, named: "group 3")
  }

  /// The state that an application finds, with all files read. - Throws: when one of them is missing or damaged.
  private static func state(_ storage: FileStorage) throws -> JSONValue {
    defer { storage.close() }
    let fixture = try PartsFixture(storage, seed: 5)
    let state = fixture.store.jsonValue(fixture.shop)
    if let report = fixture.host.reports.first { throw report }
    #expect(fixture.registry.pending == [])
    return state
  }

  private func stores(stoppedBy stop: (_ made: Int) -> FileError?) throws -> (
    directory: DocumentsDirectory, failure: Diagnostic?, reports: [Diagnostic], calls: Int
  ) {
    let directory = DocumentsDirectory()
    try Self.old(directory)
    let storage = directory.owner()
    let fixture = try PartsFixture(storage, seed: 3)
    try Self.change(fixture)
    var made = 0
    var failure: Diagnostic?
    try withoutActuallyEscaping(stop) { stop in
      storage.tree.interrupt = { _ in
        made += 1
        return stop(made)
      }
      do { try fixture.registry.storeState() } catch let error as Diagnostic { failure = error }
      storage.tree.interrupt = nil
    }
    storage.close()
    return (directory, failure, fixture.host.reports, made)
  }

  @Test func aCrashLeavesOldOrNew() throws {
    let before = DocumentsDirectory()
    try Self.old(before)
    let old = try Self.state(before.owner())
    let complete = try stores { _ in nil }
    let new = try Self.state(complete.directory.owner())
    #expect(old != new && complete.failure == nil && complete.calls > 40)
    var (olds, news) = (0, 0)
    for step in 0..<complete.calls {
      let stopped = try stores { $0 > step ? FileError(reason: "the process is gone") : nil }
      #expect(stopped.failure?.code == "storage.write" || stopped.reports.map(\.code) == ["storage.write"], "\(step)")
      let seen = try Self.state(stopped.directory.reader())
      #expect(seen == old || seen == new, "a reader at step \(step)")
      #expect(try Self.state(stopped.directory.owner()) == seen, "step \(step)")
      if seen == old { olds += 1 } else { news += 1 }
    }
    #expect(olds > 20 && news > 3)
  }

  /// A change that fails once is reported, and the next store makes up for it.
  @Test func aFailureLosesNothing() throws {
    let complete = try stores { _ in nil }
    let new = try Self.state(complete.directory.owner())
    for step in 1...complete.calls {
      let directory = DocumentsDirectory()
      try Self.old(directory)
      let storage = directory.owner()
      let fixture = try PartsFixture(storage, seed: 3)
      try Self.change(fixture)
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made == step ? FileError(code: 28) : nil
      }
      do { try fixture.registry.storeState() } catch let error as Diagnostic { #expect(error.code == "storage.write") }
      storage.tree.interrupt = nil
      try fixture.registry.storeState()
      storage.close()
      #expect(fixture.registry.pending == [], "step \(step)")
      #expect(try Self.state(directory.reader()) == new, "step \(step)")
    }
  }
}
