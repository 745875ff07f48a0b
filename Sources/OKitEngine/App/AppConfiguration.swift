/// What an application is run with.
public struct AppConfiguration {
  /// Such as `en_US`.
  public var locale = "en_US"
  /// A name of the IANA database.
  public var timeZone = "UTC"
  public var clock: RuntimeClock
  /// The seed of new ids; nil for random ones.
  public var seed: UInt64?
  /// See `ModelStore.firstGeneration`.
  public var firstGeneration: UInt32 = 1
  public var localization = Localization()
  /// The documents directory; nil for an application that keeps nothing.
  public var storage: LazyStorage

  public init(clock: RuntimeClock, storage: LazyStorage) {
    self.clock = clock
    self.storage = storage
  }
}

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
