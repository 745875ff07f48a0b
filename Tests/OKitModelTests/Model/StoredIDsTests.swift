import Testing

@testable import OKitModel

@Suite struct StoredIDsTests {
  private func found(in text: String) -> StoredIDs {
    var ids = StoredIDs()
    Array(text.utf8).withUnsafeBytes { ids.add($0) }
    return ids
  }

  @Test func findsIDsByTheirForm() {
    var generator = IDGenerator(seed: 7)
    let ids = (0..<100).map { _ in generator.next() }
    let text = "-" + ids.map { "{\"id\":\"\($0)\",\"d\":\"2020-01-01\"}--" }.joined()
    let stored = found(in: text)
    #expect(ids.allSatisfy(stored.contains))
    #expect(!stored.contains(generator.next()))
    #expect(!stored.contains("lamp"))
    #expect(found(in: ids[0]).contains(ids[0]))
    #expect(!found(in: String(ids[0].dropLast())).contains(ids[0]))
    #expect(!found(in: "").contains(ids[0]))
  }

  @Test func launchesHaveNoIDsInCommon() {
    var all: Set<String> = []
    for launch: UInt64 in 0..<50 {
      var generator = IDGenerator(seed: 1)
      generator.begin(launch: launch)
      for _ in 0..<200 { all.insert(generator.next()) }
    }
    #expect(all.count == 10_000)
  }

  @Test func theFirstLaunchHasTheIDsOfTheSeed() {
    var (first, plain) = (IDGenerator(seed: 1), IDGenerator(seed: 1))
    first.begin(launch: 0)
    #expect(first.next() == plain.next())
  }
}
