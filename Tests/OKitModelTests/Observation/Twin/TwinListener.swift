import OKitEngine
import Testing

/// A subscription of the engine, compared with the naive values; what it does when it hears something is its deed.
final class TwinListener {
  let context: String
  private let naive: NaiveBinding
  private unowned let twin: TwinWorld
  private var observation: PathObservation?
  private var last: NaiveValue
  private(set) var heard = 0

  init(_ twin: TwinWorld, _ naive: NaiveBinding, context: String, deed: @escaping (TwinListener) -> Void) throws {
    (self.twin, self.naive, self.context) = (twin, naive, context)
    var reader = NaiveReader(twin.naive)
    last = naive.value(of: context, &reader)
    let evaluator = twin.runtime.evaluator
    observation = PathObservation(evaluator, try evaluator.program(naive.text), twin.entity(context)) {
      [unowned self] new, old in
      hear(twin.naiveValue(new), twin.naiveValue(old))
      deed(self)
    }
  }

  var isActive: Bool { observation?.isActive ?? false }

  func cancel() { observation?.cancel() }

  private func hear(_ new: NaiveValue, _ old: NaiveValue) {
    heard += 1
    if !isActive { Issue.record("\(twin.label): \"\(naive.text)\" heard after it was cancelled") }
    #expect(new != old, "\(twin.label): \"\(naive.text)\" heard of no change")
    // An entity that has gone meanwhile has no name any more.
    if !Self.mentionsGone(old) { #expect(old == last, "\(twin.label): \"\(naive.text)\" of \(context)") }
    if !twin.isFailing { #expect(new == expected, "\(twin.label): \"\(naive.text)\" of \(context)") }
    last = new
  }

  private var expected: NaiveValue {
    var reader = NaiveReader(twin.naive)
    return naive.value(of: context, &reader)
  }

  /// At the end of a turn: it has heard of the last change, and once if at all.
  func check(isSimple: Bool) {
    defer { heard = 0 }
    guard isActive else { return }
    #expect(last == expected, "\(twin.label): \"\(naive.text)\" of \(context) has not heard")
    if isSimple, heard > 1 { Issue.record("\(twin.label): \"\(naive.text)\" heard \(heard) times in one turn") }
  }

  private static func mentionsGone(_ value: NaiveValue) -> Bool {
    switch value {
    case .node(let id): id == "gone"
    case .list(let values): values.contains(where: mentionsGone)
    default: false
    }
  }
}
