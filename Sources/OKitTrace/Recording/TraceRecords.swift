// The parts of records from what the engine has.

extension TracePlace {
  /// Nil for a function of the test framework, and for a note that is not about a function.
  init?(_ note: Diagnostic.Note) {
    guard case .frame(let frame) = note, frame.line > 0, !frame.file.hasPrefix("[okit:") else { return nil }
    self.init(file: frame.file, line: frame.line, function: frame.functionText)
  }
}

extension Screen {
  /// The open dialog as a record of what happened to it.
  func dialogRecords(_ event: String) -> [JSONValue] {
    let dialog = alert.map { ("alert", $0.jsonValue) } ?? sheet.map { ("sheet", $0.jsonValue) }
    return dialog.map { [["event": .string(event), "kind": .string($0), "dialog": $1]] } ?? []
  }
}

extension Diagnostic {
  /// The diagnostic without the screens that show where it happened, which the trace has.
  var withoutScreens: Diagnostic {
    var copy = self
    copy.notes.removeAll { if case .screen = $0 { true } else { false } }
    return copy
  }
}

extension Patch {
  /// The change without its values, for a protected application that is covered.
  var withheld: Patch {
    var copy = self
    if old != .null { copy.old = .string(Secrets.mask) }
    if value != .null { copy.value = .string(Secrets.mask) }
    return copy
  }
}

/// The report of a binding that has run, with where it is.
struct TracedBinding {
  let report: BindingReport
  let controller: String
  /// The path of the entity of its row; nil for a property of the controller.
  let row: String?

  var jsonValue: JSONValue {
    guard case .object(var members) = report.jsonValue else { return .null }
    members["controller"] = .string(controller)
    members["row"] = row.map(JSONValue.string)
    return .object(members)
  }
}
