/// The numbers of a slider or stepper: those of a script's functions, else of the properties.
struct CellNumbers {
  let value: ComponentKey<Double>
  let minimum: ComponentKey<Double>
  let maximum: ComponentKey<Double>

  /// The functions that return them.
  static let functions: [OverridableFunction] = [.getValue, .getMinValue, .getMaxValue]

  /// The number of a cell: what a person has entered, else the value.
  func number(of cell: EditCell) -> BoundedNumber {
    func read(_ function: OverridableFunction, _ key: ComponentKey<Double>) -> Value {
      cell.overridden(function) ?? cell.properties.value(key)
    }
    return BoundedNumber(
      cell.input?.entered ?? read(.getValue, value), from: read(.getMinValue, minimum),
      to: read(.getMaxValue, maximum))
  }

  /// The value of a built-in function; nil for another one.
  func inherited(_ function: OverridableFunction, _ properties: BoundProperties) -> Value? {
    switch function {
    case .getValue: properties.value(value)
    case .getMinValue: properties.value(minimum)
    case .getMaxValue: properties.value(maximum)
    default: nil
    }
  }
}
