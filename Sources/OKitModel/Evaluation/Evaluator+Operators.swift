/// Collection operators of key paths.
extension Evaluator {
  /// Applies an operator. `operand` is the key path after it, evaluated on each element (for `@first` and `@last`: on
  /// their result).
  func apply(
    _ operation: CollectionOperator, _ operand: [Step], _ range: SourceRange, to value: Value, _ run: inout Run
  ) -> Value {
    if case .collection(let collection) = value, let result = quick(operation, operand, collection) { return result }
    guard let elements = elements(value) else {
      mistake(
        "binding.notACollection", "\(operation) needs a collection, got \(value.typeName)", range, run)
      return .null
    }
    switch operation {
    case .count: return .int(elements.count)
    case .first: return elements.first.map { follow(operand, $0, &run) } ?? .null
    case .last: return elements.last.map { follow(operand, $0, &run) } ?? .null
    case .sum, .avg, .min, .max, .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays:
      var values = elements
      for index in operand.isEmpty ? 0..<0 : values.indices {
        if store.isBudgetExhausted() { return .null }
        values[index] = follow(operand, values[index], &run)
      }
      if store.isBudgetExhausted(after: values.count / 4) { return .null }
      return Aggregate.value(operation, values) { value in
        let parts = self.elements(value) ?? [value]
        // A few nested lists may hold more elements than time and memory allow.
        return self.store.isBudgetExhausted(after: parts.count / 4) ? [] : parts
      }
    }
  }

  /// Returns the result for a live collection where it is known without visiting each element.
  private func quick(_ operation: CollectionOperator, _ operand: [Step], _ collection: CollectionRef) -> Value? {
    switch operation {
    case .count: return .int(store.count(collection))
    case .sum, .avg, .min, .max:
      guard operand.count == 1, case .name(let step) = operand[0], step.parameters == nil else { return nil }
      return aggregates.value(operation, of: step.name, in: collection)
    default: return nil
    }
  }

  private func follow(_ steps: [Step], _ value: Value, _ run: inout Run) -> Value {
    var current = value
    for step in steps {
      if current.isNull { return .null }
      current = evaluate(step, current, &run)
    }
    return current
  }
}
