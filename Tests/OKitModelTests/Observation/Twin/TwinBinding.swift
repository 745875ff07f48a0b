@_spi(Observation) import OKitModel
import Testing

/// A binding of the engine that is looked at now and then, and compared with the naive one.
final class TwinBinding {
  let context: String
  private let naive: NaiveBinding
  private let observed: ObservedBinding
  private unowned let twin: TwinWorld
  /// The reads of the naive binding in its last evaluation, and its time.
  private var slots: Set<NaiveWorld.Slot> = []
  private var lookedAt = -1
  private var last: NaiveValue?
  private final class Told { var times = 0 }
  private let told: Told

  init(_ twin: TwinWorld, _ naive: NaiveBinding, context: String) throws {
    let (evaluator, told) = (twin.runtime.evaluator, Told())
    (self.twin, self.naive, self.context, self.told) = (twin, naive, context, told)
    observed = ObservedBinding(
      evaluator, try evaluator.program(naive.text), twin.entity(context), onStale: { told.times += 1 })
  }

  /// Values are equal; the engine's binding has run once at most, and not at all when nothing that it had read was
  /// touched.
  func look() {
    let runs = observed.runs
    let value = twin.naiveValue(observed.value)
    var reader = NaiveReader(twin.naive)
    let expected = naive.value(of: context, &reader)
    #expect(value == expected, "\(twin.label): \"\(naive.text)\" of \(context)")
    let wasTouched = slots.contains { twin.touched[$0] ?? 0 > lookedAt }
    if observed.runs > runs + 1 { Issue.record("\(twin.label): \"\(naive.text)\" ran \(observed.runs - runs) times") }
    if last != nil, !wasTouched, observed.runs != runs {
      Issue.record("\(twin.label): \"\(naive.text)\" of \(context) ran for a write that it had not read")
    }
    if told.times > 1 || (last != nil && last != expected && told.times != 1) {
      Issue.record("\(twin.label): \"\(naive.text)\" was told \(told.times) times of one change")
    }
    told.times = 0
    (slots, lookedAt, last) = (reader.slots, twin.moment, expected)
  }
}
