import Testing

@testable import OKitModel

@Suite struct EntityTableTests {
  private let types = TypeRegistry()

  // Macros cannot take a noncopyable table apart: what is expected is read before.

  @Test func handlesOfFreedEntitiesAreStale() {
    var table = EntityTable()
    let pool = types.entity.pool
    let freed = pool.make()
    let first = table.insert(freed)
    let second = table.insert(pool.make())
    var found = [first, second].map { table.record($0) != nil }
    #expect(found == [true, true])
    let handle = table.record(second).map { table.id(of: $0) }
    #expect(handle == second)
    table.remove(first)
    pool.free(freed)
    found = [first, second].map { table.record($0) != nil }
    let (count, entity) = (table.count, table.entity(at: Int32(first.index)))
    #expect(found == [false, true] && count == 1 && entity == nil)
    let third = table.insert(pool.make())
    #expect(third.index == first.index && third.generation == first.generation + 1)
    found = [first, third].map { table.record($0) != nil }
    #expect(found == [false, true])
    var living: [EntityID] = []
    table.visit { entity, record in
      living.append(entity)
      pool.free(record)
    }
    #expect(living == [third, second])
  }

  @Test func handlesOfAnotherStoreAreStale() {
    var one = EntityTable()
    var other = EntityTable()
    other.firstGeneration = 1000
    let records = [types.entity.pool.make(), types.entity.pool.make()]
    defer { records.forEach(types.entity.pool.free) }
    let entity = one.insert(records[0])
    let foreign = other.insert(records[1])
    #expect(entity.index == foreign.index)
    let found = [one.record(foreign), other.record(entity), one.record(EntityID(index: 77, generation: 1))]
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test func propertyKeysNameAnEntityAndASlot() {
    let key = PropertyKey(EntityID(index: 0, generation: 9), SourceTable.place)
    #expect(key.rawValue != 0 && key.index == 0 && key.slot == SourceTable.place)
    #expect(PropertyKey(rawValue: key.rawValue) == key)
    #expect(PropertyKey(index: 7, 3).index == 7 && PropertyKey(index: 7, 3).slot == 3)
  }

  @Test func garbageIsTakenInShares() {
    var queue = GarbageQueue()
    let count = GarbageQueue.candidatesAtOnce + 10
    for index in 0..<count { queue.append(EntityID(index: UInt32(index), generation: 1)) }
    var share = queue.takeShare()
    #expect(share.count == GarbageQueue.candidatesAtOnce && share.first?.index == 10)
    queue.recycle(&share)
    #expect(queue.candidates.map(\.index) == Array(0..<10))
    share = queue.takeShare()
    #expect(share.count == 10)
    queue.recycle(&share)
    #expect(queue.isEmpty && share.isEmpty)
  }
}
