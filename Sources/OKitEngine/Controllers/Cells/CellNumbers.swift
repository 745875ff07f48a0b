/// The numbers of a slider or stepper: those of a script's functions, else of the properties.
struct CellNumbers {
  let value: ComponentKey<Double>
  let minimum: ComponentKey<Double>
  let maximum: ComponentKey<Double>

  /// The names of the functions.
  static let functions = ["getValue", "getMinValue", "getMaxValue"]

  /// The number of a cell: what a person has entered, else the value.
  func number(of cell: EditCell) -> BoundedNumber {
    func read(_ function: String, _ key: ComponentKey<Double>) -> Value {
      cell.overridden(function, as: .number) ?? cell.properties.value(key)
    }
    return BoundedNumber(
      cell.input?.entered ?? read("getValue", value), from: read("getMinValue", minimum),
      to: read("getMaxValue", maximum))
  }

  /// The value of a built-in function; nil for another name.
  func inherited(_ name: String, _ properties: BoundProperties) -> Value? {
    switch name {
    case "getValue": properties.value(value)
    case "getMinValue": properties.value(minimum)
    case "getMaxValue": properties.value(maximum)
    default: nil
    }
  }
}

extension CellSetter {
  static let number = CellSetter(name: "setValue", argument: .number)
}
