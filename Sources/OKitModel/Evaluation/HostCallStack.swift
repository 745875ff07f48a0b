/// The calls of the host that have not returned, each with the reason for it: a name in a binding, or something outside
/// of bindings, such as a tap. A diagnostic from inside of nested calls gets them as notes.
package struct HostCallStack: ~Copyable {
  private struct Call {
    // Safe: the caller of an evaluation keeps the program and its names until the evaluation ends.
    var step: Unmanaged<NameStep>
    var program: Unmanaged<BindingProgram>
    var isExtension: Bool

    var note: Diagnostic.Note {
      step.takeUnretainedValue().note(in: program.takeUnretainedValue(), isExtension: isExtension)
    }
  }

  private let calls = UnsafeMutablePointer<Call>.allocate(capacity: ModelStore.maximumBindingDepth)
  private var count = 0
  /// The reasons outside of bindings, each with the number of calls that surround it.
  private var reasons: [(depth: Int, note: Diagnostic.Note)] = []

  deinit { calls.deallocate() }

  /// Adds a call by a name in a binding. The evaluator limits the depth of names; a call beyond the limit is only
  /// counted.
  @inline(__always)
  mutating func push(_ step: NameStep, _ program: BindingProgram, isExtension: Bool) {
    if count < ModelStore.maximumBindingDepth {
      // Safe: as above.
      (calls + count).initialize(
        to: Call(step: .passUnretained(step), program: .passUnretained(program), isExtension: isExtension))
    }
    count += 1
  }

  @inline(__always)
  mutating func pop() { count -= 1 }

  /// Whether no call by a name runs.
  var isEmpty: Bool { count == 0 }

  mutating func push(_ reason: Diagnostic.Note) { reasons.append((count, reason)) }
  mutating func popReason() { _ = reasons.popLast() }

  /// The notes of all calls and reasons, innermost first.
  package var notes: [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    var remaining = reasons[...]
    for number in stride(from: min(count, ModelStore.maximumBindingDepth), through: 0, by: -1) {
      while let reason = remaining.last, reason.depth >= number {
        notes.append(reason.note)
        remaining.removeLast()
      }
      if number > 0 { notes.append(calls[number - 1].note) }
    }
    return notes
  }
}
