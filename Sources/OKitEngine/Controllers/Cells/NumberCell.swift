/// A cell whose control holds a number between two others.
public class NumberCell: EditCell {
  override var valueProperty: String { "valuePath" }

  fileprivate var minimum: Value { bound("minValuePath") }
  fileprivate var maximum: Value { bound("maxValuePath") }

  private func bound(_ name: String) -> Value {
    let value = properties.value(name)
    return value.int.map(Value.int) ?? value.double.map(Value.double) ?? .null
  }

  /// The number that the value path holds, moved inside the bounds; null when it holds none.
  fileprivate var current: Value {
    let value = properties.value("valuePath")
    switch value {
    case .int, .double: return clamped(value)
    default: return value.int.map { clamped(.int($0)) } ?? value.double.map { clamped(.double($0)) } ?? .null
    }
  }

  /// The nearest number inside the bounds; of the same kind, so that an Int stays one.
  fileprivate func clamped(_ value: Value) -> Value {
    if case .int(let number) = value {
      let low = minimum.double.flatMap { Int(exactly: $0.rounded(.up)) } ?? .min
      let high = maximum.double.flatMap { Int(exactly: $0.rounded(.down)) } ?? .max
      return .int(min(max(number, low), high))
    }
    guard let number = value.double else { return value }
    return .double(min(max(number, minimum.double ?? -.infinity), maximum.double ?? .infinity))
  }

  /// A number that a person set, in the kind of the one that is there.
  fileprivate func set(_ edit: Action.Edit) throws -> Value {
    guard case .value(let value) = edit, value.isNumber, let number = value.double, !number.isNaN else {
      throw wrongEdit("a number", edit)
    }
    let result: Value
    if case .int = properties.value("valuePath") {
      result = clamped(.int(Int(saturating: number.rounded())))
    } else {
      result = clamped(.double(number))
    }
    guard result.double?.isFinite == true else { throw wrongEdit("a number", edit) }
    return result
  }
}

/// A slider (`ModelSliderCell`).
public final class SliderCell: NumberCell {
  override func makeControl(isEnabled: Bool) -> Control? {
    Control(kind: .slider, value: current, isEnabled: isEnabled, min: minimum, max: maximum)
  }

  override func newValue(for edit: Action.Edit) throws -> Value { try set(edit) }
}

/// A pair of buttons that count up and down (`ModelStepperCell`).
public final class StepperCell: NumberCell {
  private var step: Value {
    let value = properties.value("stepValuePath")
    return value.int.map(Value.int) ?? value.double.map(Value.double) ?? .int(1)
  }

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(kind: .stepper, value: current, isEnabled: isEnabled, min: minimum, max: maximum, step: step.double)
  }

  override func newValue(for edit: Action.Edit) throws -> Value {
    guard case .steps(let count) = edit else { return try set(edit) }
    let start = current.isNull ? clamped(.int(0)) : current
    if case (.int(let number), .int(let step)) = (start, step) {
      let (distance, tooFar) = step.multipliedReportingOverflow(by: count)
      let (sum, over) = number.addingReportingOverflow(distance)
      guard tooFar || over else { return clamped(.int(sum)) }
      return clamped(.int((step < 0) == (count < 0) ? .max : .min))
    }
    let sum = (start.double ?? 0) + (step.double ?? 1) * Double(count)
    // Steps such as 0.1 are not exact; their sum shall still read as a person would count.
    return clamped(.double(abs(sum) < 100_000 ? (sum * 1e10).rounded() / 1e10 : sum))
  }
}

extension Int {
  /// The nearest Int to a number that is not NaN.
  fileprivate init(saturating number: Double) {
    self = Int(exactly: number) ?? (number < 0 ? .min : .max)
  }
}
