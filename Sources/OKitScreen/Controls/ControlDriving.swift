/// The operation of a kind of control by a person, or by a test in a person's place.
package struct ControlDriving: Sendable {
  /// The operations that the control supports.
  package let gestures: Set<ControlGesture>
  /// An instruction for the control, for hints: `type text`.
  package let usage: String
  /// The values that setting the control takes, for messages: `a number`.
  package let accepted: String
  /// The step that sets the control to a value; nil when the control does not take such a value.
  package let step: @Sendable (SetValue) throws -> ControlStep?
  /// Whether the control opens with the selection of its row, and is disabled until then.
  package let needsSelection: Bool

  package static let selectionHint = "tap its row first"

  package init(
    _ gestures: Set<ControlGesture>, usage: String, accepts accepted: String, needsSelection: Bool = false,
    _ step: @escaping @Sendable (SetValue) throws -> ControlStep?
  ) {
    (self.gestures, self.usage, self.accepted, self.step) = (gestures.union([.set]), usage, accepted, step)
    self.needsSelection = needsSelection
  }

  private init(usage: String) {
    (gestures, self.usage, accepted, step, needsSelection) = ([], usage, "no value", { _ in nil }, false)
  }

  /// The control only shows something.
  package static func readOnly(_ usage: String) -> ControlDriving { ControlDriving(usage: usage) }
}

/// The operations on a control, apart from those of its row.
package enum ControlGesture: Sendable, Hashable {
  case type, choose, slide, step, pick, set
}

/// A value that a control is to be set to.
package struct SetValue {
  package let value: Value
  /// The value as text, nil when it has none.
  package let text: String?

  package init(_ value: Value, text: String?) { (self.value, self.text) = (value, text) }
}

/// One step that a person takes to set a control.
package enum ControlStep: Sendable, Hashable {
  case type(String)
  /// Chooses the option with that title.
  case choose(String)
  /// Chooses an option by its index, from 0.
  case chooseIndex(Int)
  case pick(DateValue)
  case pickDay(DayValue)
  /// Enters a number or a date as a person types it.
  case enter(String)
  case set(Value)
}
