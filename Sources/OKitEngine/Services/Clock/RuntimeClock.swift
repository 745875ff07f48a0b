/// The time of one runtime: the system's, or a virtual one that moves only when told.
public final class RuntimeClock {
  /// Whether the time passes only when the program or a test moves it.
  package let isVirtual: Bool
  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var moment: DateValue
  /// The time that `advance` has added to the system's time.
  private var offset: Double = 0
  private let system: () -> DateValue

  /// A clock that stays at `moment` until it is advanced or set.
  public init(virtual moment: DateValue) {
    isVirtual = true
    self.moment = moment
    system = { moment }
  }

  /// The time that `system` returns.
  public init(system: @escaping () -> DateValue) {
    isVirtual = false
    self.system = system
    moment = system()
  }

  /// The current time.
  package var now: DateValue {
    isVirtual ? moment : DateValue(secondsSince2001: system().secondsSince2001 + offset)
  }

  /// Moves the clock; also the system's, as far as this runtime sees it.
  package func move(to date: DateValue) {
    if isVirtual { moment = date } else { offset = date.secondsSince2001 - system().secondsSince2001 }
  }
}
