import OKitTestSupport
import Testing

@testable import OKitModel

/// A list of mutations behaves like an array.
@Suite struct MutationListTests {
  private static let book = EntityID(index: 7, generation: .max)

  /// Mutations of each kind; values that fit into a word, at the ends of their ranges, and others.
  private static let samples: [Mutation] = {
    let target = CollectionRef(owner: book, slot: 2)
    let plain: [Value] = [
      .null, .bool(false), .bool(true), .int(.min), .int(-1), .int(.max), .double(-0.0), .double(.infinity),
      .double(.leastNonzeroMagnitude), .date(DateValue(secondsSince2001: -1.5)), .entity(book),
      .entity(EntityID(index: .max, generation: 1)),
    ]
    let values: [Value] = plain + [.string(""), .string("a long text that does not fit into a word"), .list([.int(1)])]
    let sets = values.flatMap { old in values.map { Mutation.set(book, .max, old: old, new: $0) } }
    return sets + [
      .insert(target, 3, .string("x"), key: "k"), .remove(target, 0, .entity(book), key: nil),
      .insert(target, .max, .entity(book), key: nil), .insert(target, 0, .entity(book), key: "k"),
      .insert(target, 4, .int(1), key: nil), .move(target, from: 1, to: 2, .entity(book)),
      .unknown(book, key: "note", old: .null, new: .array([])),
    ]
  }()

  private func text(_ mutations: some Sequence<Mutation>) -> [String] { mutations.map { "\($0)" } }

  @Test func everyMutationReadsBack() {
    let list = MutationList(Self.samples)
    #expect(list.count == Self.samples.count)
    #expect(text(list) == text(Self.samples))
    #expect(text(list.reversed()) == text(Self.samples.reversed()))
  }

  @Test(arguments: 0..<UInt64(10))
  func behavesLikeAnArray(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // Ends of chunks are among the places where the steps begin.
    var array = (0..<Int(seed) * 256).map { Self.samples[$0 % Self.samples.count] }
    var list = MutationList(array)
    for step in 0..<RandomSteps.count(2000) / 10 {
      let sample = try #require(Self.samples.randomElement(using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<12:
        list.append(sample)
        array.append(sample)
      case 12..<15 where !array.isEmpty:
        guard case .set(let owner, let slot, let old, _)? = array.last else { continue }
        guard case .set(_, _, _, let new) = sample else { continue }
        list.setLast(to: new)
        array[array.count - 1] = .set(owner, slot, old: old, new: new)
      case 19 where array.count > 50:
        list.removeAll(keeping: Int.random(in: 0...100, using: &random))
        array.removeAll()
      default:
        let (taken, expected) = (list.popLast(), array.popLast())
        #expect("\(taken as Any)" == "\(expected as Any)", "seed \(seed), step \(step)")
      }
      #expect(list.count == array.count, "seed \(seed), step \(step)")
    }
    #expect(text(list) == text(array), "seed \(seed)")
    var (entities, expected) = ([EntityID](), [EntityID]())
    list.forEachEntity { entities.append($0) }
    for mutation in array { mutation.forEachEntity { expected.append($0) } }
    #expect(entities == expected, "seed \(seed)")
  }

  /// Values of writes, and whether they fit into 32 bits.
  private static let packed: [(@Sendable (Int) -> Value, Bool)] = [
    ({ .int($0 - 1500) }, true), ({ .int(Int(Int32.max) - 10 + $0) }, false),
    ({ .int(Int(Int32.min) + 10 - $0) }, false),
    ({ .double(Double($0) / 3) }, false), ({ .bool($0 % 2 == 0) }, true), ({ _ in .int(.max) }, false),
  ]

  @Test(arguments: packed.indices)
  func manyWritesOfOnePropertyTakeLessMemory(_ kind: Int) {
    let (value, isNarrow) = Self.packed[kind]
    var array = (0..<3000).map {
      Mutation.set(EntityID(index: UInt32($0), generation: 9), 5, old: value($0), new: value($0 + 1))
    }
    var list = MutationList(array)
    var census = MemoryCensus()
    list.add(to: &census)
    #expect(census.bytes == 2048 * (isNarrow ? 12 : 20) + (3000 - 2048) * 32)
    #expect(text(list) == text(array))
    let copy = list
    for _ in 0..<1500 { #expect("\(list.popLast() as Any)" == "\(array.popLast() as Any)") }
    list.append(Self.samples[0])
    array.append(Self.samples[0])
    #expect(text(list) == text(array) && copy.count == 3000)
    var owners: [UInt32] = []
    copy.forEachEntity { owners.append($0.index) }
    #expect(owners == Array(0..<3000))
  }
}
