import OKitTestSupport
import Testing

@testable import OKitModel

/// The difference of a list and the steps that it leads to, compared with arrays.
@Suite struct ListDifferenceTests {
  private enum Change {
    case insert(Value, Int)
    case remove(Value, Int)
    case move(Int, Int)

    var inverse: Change {
      switch self {
      case .insert(let value, let index): .remove(value, index)
      case .remove(let value, let index): .insert(value, index)
      case .move(let from, let to): .move(to, from)
      }
    }
  }

  /// A list, and its difference from what it was.
  private struct Model {
    let old: [Value]
    var list: [Value]
    var difference = ListDifference()

    init(_ list: [Value]) { (old, self.list) = (list, list) }

    mutating func make(_ change: Change) {
      switch change {
      case .insert(let value, let index):
        list.insert(value, at: index)
        difference.insert(value, at: index)
      case .remove(let value, let index):
        list.remove(at: index)
        difference.remove(value, at: index)
      case .move(let from, let to):
        list.insert(list.remove(at: from), at: to)
        difference.move(from: from, to: to)
      }
    }

    /// The steps, carried out on the list before.
    var replayed: (list: [Value], steps: Int) {
      var (result, steps) = (old, 0)
      for (index, value) in difference.removed.reversed() {
        guard result.indices.contains(index), result[index] == value else { return ([], -1) }
        result.remove(at: index)
      }
      var edits = ListEdits(difference, count: list.count)
      edits.visit { step in
        steps += 1
        switch step {
        case .insert(let index, let position): result.insert(list[index], at: min(position, result.count))
        case .move(let from, let to): if from < result.count { result.insert(result.remove(at: from), at: to) }
        }
        return true
      }
      return (result, steps)
    }
  }

  private static func entity(_ number: Int) -> Value { .entity(EntityID(index: UInt32(number), generation: 1)) }

  /// - Parameter isUnique: Whether the elements are entities, of which one may return; otherwise a few numbers.
  private func change(_ model: Model, isUnique: Bool, _ next: inout Int, _ random: inout SplitMix) -> Change {
    let count = model.list.count
    let choice = Int.random(in: 0..<5, using: &random)
    guard count > 60 || count > 0 && choice > 1 else {
      let index = Int.random(in: 0...count, using: &random)
      guard isUnique else { return .insert(.int(Int.random(in: 0..<4, using: &random)), index) }
      if choice == 0, let gone = model.old.first(where: { !model.list.contains($0) }) { return .insert(gone, index) }
      next += 1
      return .insert(Self.entity(next), index)
    }
    let index = Int.random(in: 0..<count, using: &random)
    return choice == 2 ? .move(index, Int.random(in: 0..<count, using: &random)) : .remove(model.list[index], index)
  }

  @Test(arguments: 0..<UInt64(40), [true, false])
  func stepsLeadFromTheListBeforeToThePresentOne(seed: UInt64, isUnique: Bool) {
    var random = SplitMix(seed: seed)
    var next = 1000
    let count = Int.random(in: 0..<20, using: &random)
    var model = Model((0..<count).map { isUnique ? Self.entity($0) : .int($0 % 3) })
    var made: [Change] = []
    for step in 0..<RandomSteps.count(4000) / 80 {
      let change = change(model, isUnique: isUnique, &next, &random)
      made.append(change)
      model.make(change)
      let replayed = model.replayed
      #expect(replayed.list == model.list, "seed \(seed), step \(step)")
      #expect(replayed.steps <= made.count, "seed \(seed), step \(step)")
      #expect(model.difference.earlier(model.list) == model.old, "seed \(seed), step \(step)")
      let isSame =
        model.difference.isEmpty || !isUnique && model.difference.isSame(count: model.list.count) { model.list[$0] }
      #expect(isSame == (model.list == model.old), "seed \(seed), step \(step)")
    }
    for change in made.reversed() { model.make(change.inverse) }
    #expect(model.list == model.old, "seed \(seed)")
    let isSame = model.difference.isSame(count: model.list.count) { model.list[$0] }
    #expect(isUnique ? model.difference.isEmpty : isSame, "seed \(seed)")
  }

  /// Many runs, in several chunks.
  @Test(arguments: [1, 2] as [UInt64])
  func manyDifferencesVanishWhenTheyAreUndone(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var next = 10_000
    var model = Model((0..<5000).map(Self.entity))
    var made: [Change] = []
    for _ in 0..<3000 {
      let index = Int.random(in: 0..<model.list.count, using: &random)
      let change: Change
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        next += 1
        change = .insert(Self.entity(next), index)
      case 1: change = .remove(model.list[index], index)
      default: change = .move(index, Int.random(in: 0..<model.list.count, using: &random))
      }
      made.append(change)
      model.make(change)
    }
    #expect(model.replayed.list == model.list, "seed \(seed)")
    #expect(model.difference.earlier(model.list) == model.old, "seed \(seed)")
    for change in made.reversed() { model.make(change.inverse) }
    #expect(model.difference.isEmpty, "seed \(seed)")
  }

  @Test func oneMoveIsOneStep() {
    for (from, to) in [(0, 9), (9, 0), (3, 4), (4, 3), (2, 7)] {
      var model = Model((0..<10).map(Self.entity))
      model.make(.move(from, to))
      #expect(model.replayed.list == model.list && model.replayed.steps == 1, "\(from) to \(to)")
    }
  }
}
