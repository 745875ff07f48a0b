/// A line of an application's log.
public struct LogEntry: Sendable, Hashable {
  /// The importance of a line of the log.
  public enum Level: String, Sendable, CaseIterable { case debug, info, warn, error }

  /// The importance of the line.
  public var level: Level
  /// The text of the line.
  public var message: String

  package init(_ level: Level, _ message: String) {
    self.level = level
    self.message = message
  }
}

/// The log of one application.
package final class ApplicationLog {
  /// All lines with their texts.
  package private(set) var written: [LogEntry] = []
  /// The number of lines that were written before the application was covered.
  private var writtenBefore = 0
  /// Receives each line when it is written.
  package var onWrite: (LogEntry) -> Void = { _ in }
  /// What was entered into secure fields; lines have a mask in its place.
  private let secrets: Secrets

  init(_ secrets: Secrets) { self.secrets = secrets }

  /// Whether a protected application is covered: the texts of lines are withheld then.
  package var isCovered = false {
    didSet {
      guard isCovered != oldValue else { return }
      if isCovered { writtenBefore = written.count } else { written[writtenBefore...].forEach(onWrite) }
    }
  }

  /// All lines, oldest first.
  package var entries: [LogEntry] { isCovered ? written.map(WithheldReports.withheld) : written }

  package func write(_ entry: LogEntry) {
    let entry = LogEntry(entry.level, secrets.masked(entry.message))
    written.append(entry)
    onWrite(isCovered ? WithheldReports.withheld(entry) : entry)
  }
}
