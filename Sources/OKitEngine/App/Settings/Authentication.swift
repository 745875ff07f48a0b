/// Who says that a person may see a protected application.
public enum Authentication {
  /// Possession of the key: opening the secure store with the configured key authenticates.
  case key
  /// A function that asks, for instance for a fingerprint, and calls its argument with the answer, at once or later, on
  /// the thread of the application. Only the first call counts.
  case callback((@escaping (Bool) -> Void) -> Void)
  /// Nobody is asked: `AppRuntime.authenticate(_:)` answers.
  case answered
}
