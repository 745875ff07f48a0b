/// The number that a control shows, with the bounds that it is moved inside of.
struct BoundedNumber {
  /// The value of the property, of any type.
  private let held: Value
  /// A number, or null for no bound.
  let minimum: Value
  let maximum: Value

  init(_ value: Value, from minimum: Value, to maximum: Value) {
    (held, self.minimum, self.maximum) = (value, minimum.number ?? .null, maximum.number ?? .null)
  }

  /// The number inside the bounds; null when the property holds none.
  var current: Value {
    switch held {
    case .int, .double: clamped(held)
    default: held.number.map(clamped) ?? .null
    }
  }

  /// The nearest number inside the bounds; of the same kind, so that an Int stays one.
  func clamped(_ value: Value) -> Value {
    if case .int(let number) = value {
      let low = minimum.double.flatMap { Int(exactly: $0.rounded(.up)) } ?? .min
      let high = maximum.double.flatMap { Int(exactly: $0.rounded(.down)) } ?? .max
      return .int(min(max(number, low), high))
    }
    guard let number = value.double else { return value }
    return .double(min(max(number, minimum.double ?? -.infinity), maximum.double ?? .infinity))
  }

  /// A number that a person set, in the kind of the one that is there and possibly outside the bounds; nil for anything
  /// else.
  func set(_ edit: ScreenAction.Edit) -> Value? {
    guard case .value(let value) = edit, value.isNumber, let number = value.double, !number.isNaN else { return nil }
    if case .int = held { return .int(Int(saturating: number.rounded())) }
    return clamped(.double(number)).double?.isFinite == true ? .double(number) : nil
  }

  /// The number some steps further on, or back, possibly outside the bounds.
  func stepped(_ count: Int, by step: Value) -> Value {
    let start = current.isNull ? clamped(.int(0)) : current
    if case (.int(let number), .int(let step)) = (start, step) {
      let (distance, tooFar) = step.multipliedReportingOverflow(by: count)
      let (sum, over) = number.addingReportingOverflow(distance)
      guard tooFar || over else { return .int(sum) }
      return .int((step < 0) == (count < 0) ? .max : .min)
    }
    let sum = (start.double ?? 0) + (step.double ?? 1) * Double(count)
    // Steps such as 0.1 are not exact; their sum shall still read as a person would count.
    return .double(abs(sum) < 100_000 ? (sum * 1e10).rounded() / 1e10 : sum)
  }
}

extension ControlDriving {
  /// A control that takes numbers.
  static func number(_ gesture: ControlGesture, usage: String) -> ControlDriving {
    ControlDriving([gesture], usage: usage, accepts: "a number") {
      switch $0.value {
      case .int, .double: .set($0.value)
      case .string(let text): .enter(text)
      default: nil
      }
    }
  }
}

extension Int {
  /// The nearest Int to a number that is not NaN.
  fileprivate init(saturating number: Double) {
    self = Int(exactly: number) ?? (number < 0 ? .min : .max)
  }
}
