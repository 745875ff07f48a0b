import OKitStorage
import OKitTestSupport
import Testing

private let failure = Diagnostic("test.storage", "the disk is full")

@Suite struct StorageOperationTests {
  @Test func aFailureIsKnownAtOnce() throws {
    let operation = StorageOperation.running { throw failure }
    #expect(problem { try operation.check() } == "test.storage: the disk is full")
    #expect(problem { try operation.wait() } == "test.storage: the disk is full")
  }

  @Test func completionsRunOnceAndInOrder() throws {
    let operation = StorageOperation {}
    var calls: [Int] = []
    operation.whenFinished { _ in calls.append(1) }
    operation.whenFinished { _ in calls.append(2) }
    try operation.check()
    #expect(calls.isEmpty && operation.outcome == nil)
    operation.finish(.success(()))
    operation.finish(.failure(failure))
    operation.whenFinished { _ in calls.append(3) }
    #expect(calls == [1, 2, 3])
    try operation.wait()
  }

  @Test func waitingFinishes() throws {
    let storage = DelayedStorage()
    let operations = [[1], [2]].map { storage.write([StorageWrite(path: "a", bytes: $0)]) }
    #expect(operations.allSatisfy { $0.outcome == nil })
    try operations[1].wait()
    #expect(operations.allSatisfy { $0.outcome != nil })
    #expect(try storage.readPrevious("a") == [1])
  }
}

@Suite struct LazyStorageTests {
  @Test func createsItsStorageOnce() throws {
    var created = 0
    let storage = LazyStorage(root: "docs") {
      created += 1
      return TransientStorage()
    }
    #expect(storage.location(of: "a") == "docs/a" && created == 0)
    try storage.write([StorageWrite(path: "a", bytes: [1])]).wait()
    #expect(try storage.read("a") == [1] && created == 1)
  }

  @Test func triesAgainAfterAFailure() throws {
    var isFull = true
    let storage = LazyStorage(root: "") {
      if isFull { throw failure }
      return TransientStorage()
    }
    #expect(problem { _ = try storage.read("a") } == "test.storage: the disk is full")
    #expect(problem { try storage.write([]).wait() } == "test.storage: the disk is full")
    isFull = false
    #expect(try storage.read("a") == nil)
  }
}

@Suite struct BufferedStorageTests {
  private func write(_ path: String, _ byte: UInt8) -> StorageWrite { StorageWrite(path: path, bytes: [byte]) }

  @Test func storesAllOrNothingAtTheCommit() throws {
    let base = try RecordingStorage(["a": [1], "b": [1]])
    let storage = BufferedStorage(base)
    let operations = [
      storage.write([write("a", 2)]), storage.write([write("a", 3), write("c", 3)]), storage.delete(["b"]),
    ]
    for operation in operations { try operation.wait() }
    #expect(operations.allSatisfy { $0.outcome == nil }, "waiting does not finish them")
    #expect(base.writes.isEmpty)
    #expect(try storage.readPrevious("a") == [2])

    base.failure = failure
    #expect(problem { try storage.commit() } == "test.storage: the disk is full")
    #expect(operations.allSatisfy { $0.outcome == nil })
    #expect(try base.read("a") == [1] && storage.read("a") == [3])

    base.failure = nil
    try storage.commit()
    #expect(base.writes == [["a", "c"]])
    #expect(try ["a", "b", "c"].map(base.read) == [[3], nil, [3]])
    #expect(try storage.readPrevious("a") == [1], "versions between are dropped")
    for operation in operations { try #require(operation.outcome).get() }

    try storage.write([write("b", 9)]).wait()
    #expect(base.writes.last == ["b"], "passed on from then on")
  }

  @Test func finishesWhenTheStorageBehindHas() throws {
    let base = DelayedStorage()
    let storage = BufferedStorage(base)
    let operation = storage.write([write("a", 1)])
    try storage.commit()
    #expect(operation.outcome == nil && base.unfinished == [["a"]])
    base.failure = failure
    base.finishNext()
    #expect(problem { try operation.check() } == "test.storage: the disk is full")
  }
}
