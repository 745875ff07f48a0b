/// The first difference between two traces of the same flow.
///
/// Actions are aligned by their steps, what they do and their elements. An action that only one trace has is a
/// difference; the comparison goes on after it.
package struct TraceComparison: Sendable {
  /// An action that only one of the traces has.
  package struct Unpaired: Sendable, Hashable {
    package let action: TracedAction
    /// Whether the first trace has it.
    package let isInFirst: Bool
  }

  /// The first action that both traces have, and that has led to something else.
  package struct Difference: Sendable {
    package let first: TracedAction
    package let second: TracedAction
    /// What differs, in the order in which it is read.
    package let parts: [Part]
  }

  /// A part of an action that differs: its name, and the differences in words.
  package struct Part: Sendable, Hashable {
    package let name: String
    package let lines: [String]
    /// What makes the part of the first trace that of the second one.
    package let patch: JSONPatch
  }

  /// The traces: the earlier one, and the one that is compared with it.
  package let traces: (first: Trace, second: Trace)
  let isReplay: Bool
  /// The actions before the difference that only one trace has.
  package private(set) var unpaired: [Unpaired] = []
  package private(set) var difference: Difference?
  /// The number of actions that both traces have, up to the difference.
  package private(set) var equalCount = 0
  /// How both have ended, if that is all that differs.
  package private(set) var ends: (first: String, second: String)?

  package var isEqual: Bool { unpaired.isEmpty && difference == nil && ends == nil }

  /// - Parameter isReplay: Whether the second trace has what the actions of the first one do now, without those that
  ///   only a session can perform.
  package init(_ first: Trace, _ second: Trace, isReplay: Bool = false) {
    (traces, self.isReplay) = ((first, second), isReplay)
    let left = isReplay ? TraceTest(first).skipped : []
    let (old, new) = (first.actions.filter { !left.contains($0.action.id) }, second.actions)
    var (oldNumbers, newNumbers) = (EntityNumbers(), EntityNumbers())
    for pair in Self.aligned(old, new, first.keys(of: old), second.keys(of: new)) {
      // The entities of each action get their numbers, also of one that only one trace has.
      let parts = (
        pair.first.map { ComparedAction.parts($0, first, &oldNumbers) },
        pair.second.map { ComparedAction.parts($0, second, &newNumbers) }
      )
      guard let left = pair.first, let right = pair.second else {
        if let action = pair.first ?? pair.second {
          unpaired.append(Unpaired(action: action, isInFirst: pair.first != nil))
        }
        continue
      }
      let differing = ComparedAction.Part.allCases.compactMap { Self.part($0, parts.0 ?? [:], parts.1 ?? [:]) }
      guard differing.isEmpty else {
        difference = Difference(first: left, second: right, parts: differing)
        return
      }
      equalCount += 1
    }
    let (oldEnd, newEnd) = (first.ending, second.ending)
    if !isReplay, unpaired.isEmpty, oldEnd != newEnd { ends = (oldEnd, newEnd) }
  }

  private typealias Pair = (first: TracedAction?, second: TracedAction?)

  /// The actions of both traces in pairs, in order.
  private static func aligned(
    _ old: [TracedAction], _ new: [TracedAction], _ oldKeys: [[String]], _ newKeys: [[String]]
  ) -> [Pair] {
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in newKeys.difference(from: oldKeys) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var pairs: [Pair] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (isRemoved, isInserted) = (removed.contains(left), inserted.contains(right))
      // Where one of two actions has failed, it has not found its element, so that its trace has none.
      let isPair =
        isRemoved == isInserted
        && (!isRemoved || old[left].done?.error != nil || new[right].done?.error != nil)
      if isPair {
        pairs.append((old[left], new[right]))
        (left, right) = (left + 1, right + 1)
      } else if isRemoved {
        pairs.append((old[left], nil))
        left += 1
      } else {
        pairs.append((nil, new[right]))
        right += 1
      }
    }
    return pairs
  }

  /// A screen that only one trace has is no difference: a trace of a failed test has those that the test has asked for.
  private static func part(
    _ part: ComparedAction.Part, _ old: [ComparedAction.Part: JSONValue], _ new: [ComparedAction.Part: JSONValue]
  ) -> Part? {
    guard let before = old[part], let after = new[part], !before.isSame(as: after) else { return nil }
    return Part(
      name: part == .before ? "screen before" : part.rawValue,
      lines: DifferenceText.lines(part, before, after), patch: JSONPatch(from: before, to: after))
  }
}

extension Trace {
  /// How the run has ended: the failures too, since not each has an assertion.
  fileprivate var ending: String {
    guard let end else { return "the process was killed" }
    return ([end.status.rawValue] + end.failures.map(PrintableText.line)).joined(separator: ": ")
  }

  /// What actions are known by in another trace.
  fileprivate func keys(of actions: [TracedAction]) -> [[String]] {
    var names: [Int: [String]] = [:]
    for step in steps { names[step.id] = (step.parent.flatMap { names[$0] } ?? []) + [step.name] }
    return actions.map { ComparedAction.key($0.action, steps: $0.action.step.flatMap { names[$0] } ?? []) }
  }
}
