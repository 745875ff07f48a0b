/// A trace that was read.
package struct Trace: Sendable, Hashable {
  /// The path of the file, for messages.
  package let file: String
  package let header: TraceHeader
  /// All records that this version knows, in order, the header first.
  package let records: [TraceRecord]
  /// All screens by number, as JSON.
  package let screens: [Int: JSONValue]
  /// Whether the end is missing: the process was killed.
  package let isTruncated: Bool

  /// A trace that is in no file.
  ///
  /// - Parameter file: What messages call it.
  package init(file: String, header: TraceHeader, records: [TraceRecord], screens: [Int: JSONValue]) {
    (self.file, self.header, self.records, self.screens) = (file, header, records, screens)
    isTruncated = false
  }
}

/// An action of a trace with what belongs to it.
package struct TracedAction: Sendable, Hashable {
  package var action: TraceAction
  /// Nil for the action in which the process was killed, and for those before it of which nothing more was written.
  package var done: TraceDone?
  /// Whether the process was killed in it.
  package var isLast = false
  /// The assertions that follow it, up to the next action.
  package var expectations: [TraceExpectation] = []

  /// Whether it failed, or is followed by a failed assertion.
  package var hasFailed: Bool {
    isLast || done?.error != nil || problem != nil || expectations.contains { !$0.passed }
  }

  /// The error that the application has reported.
  package var problem: JSONValue? { done?.diagnostics.first { $0["severity"] == "error" } }
}

extension Trace {
  /// The actions in order. One that is performed by another one comes after it.
  package var actions: [TracedAction] {
    var actions: [TracedAction] = []
    var places: [Int: Int] = [:]
    for record in records {
      switch record {
      case .action(let action):
        places[action.id] = actions.count
        actions.append(TracedAction(action: action))
      case .done(let done): if let place = places[done.id] { actions[place].done = done }
      case .expect(let expectation): if !actions.isEmpty { actions[actions.count - 1].expectations.append(expectation) }
      default: break
      }
    }
    if isTruncated, let last = actions.indices.last, actions[last].done == nil { actions[last].isLast = true }
    return actions
  }

  package var launches: [TraceLaunch] { all { if case .launch(let launch) = $0 { launch } else { nil } } }
  package var steps: [TraceStep] { all { if case .step(let step) = $0 { step } else { nil } } }
  package var sources: [TraceSource] { all { if case .source(let source) = $0 { source } else { nil } } }
  /// Nil for the trace of a killed process.
  package var end: TraceEnd? { all { if case .end(let end) = $0 { end } else { nil } }.last }

  private func all<Content>(_ content: (TraceRecord) -> Content?) -> [Content] { records.compactMap(content) }
}
