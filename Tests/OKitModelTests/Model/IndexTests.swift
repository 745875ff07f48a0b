import Testing

@testable import OKitModel

/// The small indexes of a store, each alone.
@Suite struct IndexTests {
  private let one = EntityID(index: 1, generation: 1)
  private let two = EntityID(index: 2, generation: 1)

  @Test func referencesAreFoundByKey() {
    var index = ReferenceIndex()
    #expect(index.isEmpty)
    index.insert(two, "b")
    index.insert(one, "b")
    index.insert(one, "")
    let three = EntityID(index: 300, generation: 1)
    index.insert(three, "a")
    #expect(index["b"] == [one, two] && index["a"] == [three] && index[""].isEmpty)
    #expect(index.keys == ["a", "b"])
    index.remove(three, "a")
    index.remove(two, "missing")
    #expect(index.keys == ["b"])
    index.removeAll()
    #expect(index.isEmpty)
  }

  @Test func anyNumberOfReferencesHasOneKey() {
    let all = (1...40).map { EntityID(index: $0, generation: 1) }
    var index = ReferenceIndex()
    for (count, reference) in all.enumerated().reversed() {
      for _ in 0..<2 { index.insert(reference, "a") }
      #expect(index["a"] == Array(all[count...]))
      #expect(index.all(to: "a").count == all.count - count)
    }
    for (count, reference) in all.enumerated() {
      #expect(index.first(to: "a") { $0 != reference } == all[(count + 1)...].first)
      for _ in 0..<2 { index.remove(reference, "a") }
      #expect(index["a"] == Array(all[(count + 1)...]))
    }
    #expect(index.isEmpty)
  }

  @Test func fewReferencesHaveOneKey() {
    let all = (1...16).map { EntityID(index: $0, generation: 1) }
    var index = ReferenceIndex()
    for reference in all { index.insert(reference, "a") }
    for reference in all.reversed() {
      #expect(index["a"].last == reference)
      index.remove(reference, "a")
    }
    #expect(index.isEmpty)
  }

  @Test func keysComeAndGoInAnyOrder() {
    var (index, keys) = (ReferenceIndex(), [EntityID: String]())
    var random = SplitMix64(seed: 7)
    for _ in 0..<3000 {
      let reference = EntityID(index: UInt32(random.next() % 200), generation: 1)
      if let key = keys.removeValue(forKey: reference) {
        index.remove(reference, key)
      } else {
        keys[reference] = "key \(random.next() % 80)"
        index.insert(reference, keys[reference] ?? "")
      }
      let key = "key \(random.next() % 80)"
      let expected = keys.filter { $0.value == key }.keys.sorted { $0.index < $1.index }
      #expect(index[key] == expected)
      #expect(index.contains(key) { $0 == expected.last } == !expected.isEmpty)
    }
    #expect(index.keys == Set(keys.values).sorted())
    for (reference, key) in keys { index.remove(reference, key) }
    #expect(index.isEmpty && index.keys.isEmpty)
  }

  @Test func aReferenceHasItsLastKey() {
    var index = ReferenceIndex()
    index.insert(one, "a")
    index.insert(one, "b")
    index.remove(one, "a")
    #expect(index.keys == ["b"] && index["b"] == [one])
    // Another entity at the same index.
    let next = EntityID(index: 1, generation: 2)
    index.insert(next, "b")
    index.remove(one, "b")
    #expect(index["b"] == [next])
    // As another one, if that has the key.
    index.insert(two, "b", as: next)
    index.insert(EntityID(index: 3, generation: 1), "c", as: next)
    index.insert(EntityID(index: 4, generation: 1), "d", as: one)
    #expect(index["b"] == [next, two] && index.keys == ["b", "c", "d"])
  }

  @Test func idsHaveTheHashOfTheirNumbers() {
    let hash = TextHash()
    var generator = IDGenerator(seed: 9)
    for _ in 0..<100 {
      let words = generator.nextWords()
      let text = words.text
      #expect(hash.hash(words) == hash.hash(text))
      let found = text.utf8.withContiguousStorageIfAvailable { IDGenerator.Words(text: UnsafeRawBufferPointer($0)) }
      #expect(found == words)
      // Nothing else is a generated id.
      for other in [text.lowercased(), text.replacing("-", with: "+"), "G" + text.dropFirst(), "@" + text.dropFirst()]
      where other != text {
        let found = Array(other.utf8).withUnsafeBytes { IDGenerator.Words(text: $0) }
        #expect(found == nil)
      }
    }
  }

  @Test func modelsAreFoundByNameAndRoot() {
    var models = RegisteredModels()
    models.insert(two, name: "shop")
    models.insert(one, name: "people")
    #expect(models["shop"] == two && models.name(of: one) == "people")
    #expect(models.sorted.map(\.name) == ["people", "shop"])
    models.remove(one)
    #expect(models["people"] == nil && models.name(of: one) == nil)
  }

  @Test func unknownMembersAreKeptAsTheyWere() {
    var members = UnknownMembers()
    members.insert(one, "note", .null)
    members.set(one, "size", .int(3))
    #expect(members[one] == ["note": .null, "size": .int(3)] && members[two].isEmpty)
    members.set(one, "size", .null)
    #expect(members[one] == ["note": .null])
    members.remove(one)
    #expect(members[one].isEmpty)
  }

  @Test func idsAreFoundInTheTable() {
    let pool = TypeRegistry().entity.pool
    var table = EntityTable()
    var ids = IDIndex()
    var entities: [EntityID] = []
    for number in 0..<100 {
      let record = pool.make()
      record.header.pointee.id = "id \(number / 2)"
      entities.append(table.insert(record))
    }
    for (number, entity) in entities.enumerated() {
      let other = ids.insert(entity, "id \(number / 2)", in: table)
      #expect(other == (number % 2 == 0 ? nil : entities[number - 1]))
    }
    var found = ["id 7", "id"].map { ids.find($0, in: table) }
    #expect(found == [entities[14], nil])
    // Only the entity that is there is removed.
    ids.remove(entities[15], "id 7", in: table)
    found = ["id 7"].map { ids.find($0, in: table) }
    #expect(found == [entities[14]])
    ids.remove(entities[14], "id 7", in: table)
    found = ["id 7"].map { ids.find($0, in: table) }
    let count = ids.count
    #expect(found == [nil] && count == 49)
    table.visit { pool.free($1) }
  }

  @Test func generatedIDsBecomeTextsWhenTheyAreAskedFor() {
    let pool = TypeRegistry().entity.pool
    var table = EntityTable()
    var ids = IDIndex()
    var generator = IDGenerator(seed: 3)
    var (entities, texts) = ([EntityID](), [String]())
    for _ in 0..<100 {
      let (record, words) = (pool.make(), generator.nextWords())
      record.header.pointee.generatedID = words
      entities.append(table.insert(record))
      texts.append(words.text)
      ids.set(entities[texts.count - 1], record, in: table)
    }
    var copy = IDGenerator(seed: 3)
    #expect(texts == (0..<100).map { _ in copy.next() })
    let isUUID = texts.allSatisfy {
      $0.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/) != nil
    }
    #expect(isUUID && Set(texts).count == 100)
    // Half of them have a text before something looks for it.
    let read = entities.enumerated().filter { $0.offset % 2 == 0 }.map { table.record($0.element)?.header.pointee.id }
    #expect(read == texts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    let found = texts.map { ids.find($0, in: table) }
    #expect(found == entities)
    for entity in entities { if let record = table.record(entity) { ids.remove(entity, record, in: table) } }
    let left = texts.compactMap { ids.find($0, in: table) }
    let count = ids.count
    #expect(left.isEmpty && count == 0)
    table.visit { pool.free($1) }
  }
}
