internal import CLua
internal import Glibc

// From the records of C to a diagnostic.

extension LuaCore {
  /// The error of the last entry into C that returned false.
  func failure() -> Diagnostic {
    guard let raw else { return Diagnostic("lua.closed", "the Lua state is closed") }
    // Nobody sees the error: what is evaluated is discarded.
    if budget.isUnwinding { return Diagnostic("lua.error", "the evaluation has ended") }
    let failure = okit_last_failure(raw)
    let place =
      failure.line > 0
      ? sources.typed.located(Diagnostic.Place(file: failure.file.string, line: Int(failure.line))) : nil
    let notes = Diagnostic.Note.list(failure.notes).map(sources.typed.located)
    switch failure.kind {
    case .object:
      var diagnostic = diagnostic(for: failure.object).at(place)
      diagnostic.notes.append(folding: notes)
      return sources.explain(diagnostic)
    case .limit: return limitFailure(okit_tripped(raw), place, notes, isOutermost: !okit_is_running(raw))
    case .error:
      let facts = LuaErrorFacts(failure.error)
      let code: Diagnostic.Code =
        failure.code.length > 0
        ? .init(rawValue: failure.code.escapedString) : facts.kind == .depth ? "lua.depth" : "lua.error"
      let message = failure.message.escapedString
      let hint =
        MissingPermission.hint(for: facts).flatMap(hint) ?? MissingReceiver.hint(
          for: facts, notes, line: sources.line(at:))
        ?? depthHint(facts, message)
      let diagnostic = Diagnostic(code, message, place: place, hint: hint, notes: notes).exceeding(
        code == "lua.depth" ? .depth : nil)
      return sources.explain(diagnostic, facts, candidates: LuaCandidates(failure.candidates))
    }
  }

  /// Lua's own stack has a limit, too, which no property raises. A very low one leaves no room for the error itself.
  private func depthHint(_ facts: LuaErrorFacts, _ message: String) -> String? {
    guard facts.kind == .depth, let depth = limits.depth else { return nil }
    guard depth < 200 || message.contains("(calls nest deeper than") else { return nil }
    return hint(Diagnostic.Limit.depth.hint)
  }

  private func limitFailure(
    _ trip: okit_trip, _ place: Diagnostic.Place?, _ notes: [Diagnostic.Note], isOutermost: Bool
  ) -> Diagnostic {
    // Only the work has ended, and the state goes on.
    guard trip != .work else {
      return sources.explain(
        Diagnostic(
          ExecutionBudget.interruptionCode, ExecutionBudget.interruptionMessage, place: place, notes: notes))
    }
    let message = message(of: trip)
    let code: Diagnostic.Code = trip == .exit ? "lua.exit" : "lua.limit"
    let limit = Self.limit(of: trip)
    // The outer call rethrows the error of an inner one.
    defer { hasReportedLimit = isOutermost }
    if hasReportedLimit {
      return Diagnostic(code, "stopped: \(message)", place: place, hint: "reload it to continue").exceeding(limit)
    }
    return sources.explain(
      Diagnostic(code, message, place: place, hint: (limit?.hint).flatMap(hint), notes: notes).exceeding(limit))
  }

  private func message(of trip: okit_trip) -> String {
    switch trip {
    case .memory: limits.memoryMessage
    case .growth: limits.growthMessage
    case .instructions: limits.instructionsMessage
    case .interrupt: ExecutionBudget.interruptionMessage
    case .exit: "the script has ended the program with the exit code \(exitStatus)"
    default: limits.timeMessage
    }
  }

  /// Why a limit has stopped the state permanently; nil while it runs scripts.
  var stopReason: Diagnostic? {
    guard let raw, case let trip = okit_tripped(raw), ![.none, .work].contains(trip) else { return nil }
    return Diagnostic(trip == .exit ? "lua.exit" : "lua.limit", message(of: trip)).exceeding(Self.limit(of: trip))
  }

  private static func limit(of trip: okit_trip) -> Diagnostic.Limit? {
    switch trip {
    case .time: .time
    case .memory: .memory
    case .growth: .growth
    case .instructions: .instructions
    default: nil
    }
  }

  /// The nearest line of a script that is running.
  var place: Diagnostic.Place? {
    guard let raw else { return nil }
    var file = okit_text()
    var line: Int32 = 0
    guard okit_current_place(raw, &file, &line) else { return nil }
    return sources.typed.located(Diagnostic.Place(file: name(file), line: Int(line)))
  }

  /// Returns the name of a file. Most definitions follow another one in the same file.
  private func name(_ file: okit_text) -> String {
    let isLast = lastFile.withBytes { last in
      guard let start = last.baseAddress, let bytes = file.bytes else { return false }
      return last.count == file.length && memcmp(start, bytes, last.count) == 0
    }
    if !isLast { lastFile = file.string }
    return lastFile
  }

  /// The functions that are running, innermost first.
  var currentNotes: [Diagnostic.Note] {
    raw.map { Diagnostic.Note.list(okit_current_notes($0)).map(sources.typed.located) } ?? []
  }
}

extension Diagnostic.Note {
  /// Decodes records; equal frames in a row become one with a count.
  fileprivate static func list(_ records: okit_notes) -> [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    var rest = records
    var record = okit_note()
    while okit_next_note(&rest, &record) { notes.append(folding: CollectionOfOne(Diagnostic.Note(record))) }
    return notes
  }

  private init(_ record: okit_note) {
    switch record.kind {
    case .omitted: self = .omittedFrames
    case .coroutine: self = .coroutine
    case .failedClose: self = .failedClose(record.text.escapedString)
    case .frame:
      let function: Diagnostic.Frame.Function =
        switch record.function {
        case .mainChunk: .mainChunk
        case .anonymous: .anonymous(line: Int(record.defined_line))
        case .named: .named(record.text.string)
        case .method: .method(record.text.string)
        case .metamethod: .metamethod(record.text.string)
        }
      self = .frame(.init(file: record.file.string, line: Int(record.line), function: function))
    }
  }
}
