/// A line of an application's log.
public struct LogEntry: Sendable, Hashable {
  public enum Level: String, Sendable, CaseIterable { case debug, info, warn, error }

  public var level: Level
  public var message: String

  public init(_ level: Level, _ message: String) {
    self.level = level
    self.message = message
  }
}

/// The log of one application.
package final class ApplicationLog {
  /// All lines, oldest first.
  package private(set) var entries: [LogEntry] = []
  /// Receives each line when it is written.
  package var onWrite: (LogEntry) -> Void = { _ in }

  package func write(_ entry: LogEntry) {
    entries.append(entry)
    onWrite(entry)
  }
}
