/// What a covered application tells of its log and its diagnostics: that there is something. The rest follows when it is uncovered.
package enum WithheldReports {
  package static let message = "details are withheld while the application is covered"

  package static func withheld(_ entry: LogEntry) -> LogEntry { LogEntry(entry.level, message) }

  /// Messages about files have no content of models.
  package static func withheld(_ diagnostic: Diagnostic) -> Diagnostic {
    let code = diagnostic.code.rawValue
    guard !["storage.", "settings.file"].contains(where: code.hasPrefix) else {
      var kept = diagnostic
      kept.notes = []
      return kept
    }
    return Diagnostic(diagnostic.code, message, severity: diagnostic.severity, place: diagnostic.place)
  }
}
