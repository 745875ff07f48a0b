/// The log and the diagnostics of a covered application. It reports only that they exist; their texts follow after
/// authentication.
package enum WithheldReports {
  package static let message = "details are withheld while the application is covered"

  package static func withheld(_ entry: LogEntry) -> LogEntry { LogEntry(entry.level, message) }

  package static func withheld(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !harmless.contains(where: diagnostic.code.rawValue.hasPrefix) else {
      var kept = diagnostic
      kept.notes = []
      return kept
    }
    return Diagnostic(diagnostic.code, message, severity: diagnostic.severity, place: diagnostic.place)
  }

  /// The beginnings of the codes whose messages have nothing of models: they are about files, commands and the
  /// application.
  private static let harmless = ["action.", "app.", "cli.", "command.", "settings.file", "storage."]
}
