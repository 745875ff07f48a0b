/// Constants of cells that are not valid: unknown names of values, bounds without a value between them, steps of 0.
extension DefinitionCheck {
  func wrongValues(_ cell: Component, of controller: ComponentClass) -> [Diagnostic] {
    guard cell.descriptor.isKind(of: .tableCell) else { return [] }
    return unknownValues(cell, of: controller) + wrongBounds(cell, of: controller)
  }

  private func problem(
    _ problem: Diagnostic, _ slot: Int, _ cell: Component, of controller: ComponentClass
  ) -> Diagnostic {
    evaluator.problem(problem, of: cell.origin(cell.descriptor.table.schemas[slot].name, of: controller))
  }

  // MARK: Values with names

  private func unknownValues(_ cell: Component, of controller: ComponentClass) -> [Diagnostic] {
    let (keys, dateKeys) = (Cell.keys, ComponentDescriptor.dateKeys)
    var checks: [(slot: Int, problem: (Value) -> Diagnostic?)] = [
      (keys.accyPath.slot, Screen.Row.Accessory.problem), (keys.accyEditPath.slot, Screen.Row.Accessory.problem),
      (keys.ribbonColor.slot, Cell.ribbonProblem), (keys.editRibbonColor.slot, Cell.ribbonProblem),
      (keys.colorPath.slot, Cell.colorProblem),
    ]
    if cell.descriptor.isKind(of: .dateCell) { checks.append((dateKeys.modePath.slot, DateMode.problem)) }
    return checks.compactMap { slot, problem in
      guard let constant = cell.values[slot: slot]?.constant, !constant.isNull else { return nil }
      return problem(constant).map { self.problem($0, slot, cell, of: controller) }
    }
  }

  // MARK: Bounds

  /// A minimum above the maximum, and a step of 0.
  private func wrongBounds(_ cell: Component, of controller: ComponentClass) -> [Diagnostic] {
    let (steppers, sliders, dates) = (
      ComponentDescriptor.stepperKeys, ComponentDescriptor.sliderKeys, ComponentDescriptor.dateKeys
    )
    if cell.descriptor.isKind(of: .sliderCell) {
      return bounds(sliders.minValuePath.slot, sliders.maxValuePath.slot, cell, of: controller, \.double)
    }
    if cell.descriptor.isKind(of: .dateCell) {
      return bounds(dates.minDatePath.slot, dates.maxDatePath.slot, cell, of: controller, \.date)
    }
    guard cell.descriptor.isKind(of: .stepperCell) else { return [] }
    let found = bounds(steppers.minValuePath.slot, steppers.maxValuePath.slot, cell, of: controller, \.double)
    guard cell.values[steppers.stepValuePath]?.constant?.double == 0 else { return found }
    let zero = Diagnostic("binding.type", "needs a number other than 0, because a step of 0 changes nothing")
    return found + [problem(zero, steppers.stepValuePath.slot, cell, of: controller)]
  }

  private func bounds<Bound: Comparable>(
    _ minimum: Int, _ maximum: Int, _ cell: Component, of controller: ComponentClass, _ read: (Value) -> Bound?
  ) -> [Diagnostic] {
    func bound(_ slot: Int) -> (value: Bound, text: String)? {
      let value = cell.values[slot: slot].map(\.constant) ?? cell.descriptor.table.schemas[slot].defaultValue
      return value.flatMap { value in read(value).map { ($0, value.scalarText ?? "") } }
    }
    guard let low = bound(minimum), let high = bound(maximum), high.value < low.value else { return [] }
    let isGiven = cell.values[slot: maximum] != nil
    let message =
      isGiven ? "\(high.text) is below the minimum \(low.text)" : "\(low.text) is above the maximum \(high.text)"
    return [problem(Diagnostic("binding.type", message), isGiven ? maximum : minimum, cell, of: controller)]
  }
}
