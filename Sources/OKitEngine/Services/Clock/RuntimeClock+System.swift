internal import Foundation

extension RuntimeClock {
  /// A clock with the time of the system.
  public static var system: RuntimeClock {
    RuntimeClock { DateValue(secondsSince2001: Date().timeIntervalSinceReferenceDate) }
  }
}
