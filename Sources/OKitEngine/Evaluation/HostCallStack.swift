/// How the host came to be called where it is called inside of itself: by which names of bindings, and for what else. So a
/// mistake far inside says where it all began.
struct HostCallStack: ~Copyable {
  private struct Call {
    // Safe: whoever evaluates a program holds it, and its names, until the end.
    var step: Unmanaged<NameStep>
    var program: Unmanaged<BindingProgram>
    var isExtension: Bool

    var note: String { step.takeUnretainedValue().note(in: program.takeUnretainedValue(), isExtension: isExtension) }
  }

  private let calls = UnsafeMutablePointer<Call>.allocate(capacity: Evaluator.maximumDepth)
  private var count = 0
  /// Besides names: what a person has done, a call that a script asked for; with the number of names around it.
  private var reasons: [(around: Int, text: String)] = []

  deinit { calls.deallocate() }

  /// Notes that a name in a binding calls the host. Names lead into each other no deeper than the evaluator lets them.
  @inline(__always)
  mutating func begin(_ step: NameStep, _ program: BindingProgram, isExtension: Bool) {
    if count < Evaluator.maximumDepth {
      // Safe: as above.
      (calls + count).initialize(
        to: Call(step: .passUnretained(step), program: .passUnretained(program), isExtension: isExtension))
    }
    count += 1
  }

  @inline(__always)
  mutating func end() { count -= 1 }

  mutating func begin(because reason: String) { reasons.append((count, reason)) }
  mutating func endReason() { _ = reasons.popLast() }

  /// Innermost first.
  var notes: [String] {
    var notes: [String] = []
    var rest = reasons[...]
    for number in stride(from: min(count, Evaluator.maximumDepth), through: 0, by: -1) {
      while let reason = rest.last, reason.around >= number {
        notes.append(reason.text)
        rest.removeLast()
      }
      if number > 0 { notes.append(calls[number - 1].note) }
    }
    return notes
  }
}
