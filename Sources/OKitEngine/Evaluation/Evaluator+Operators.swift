/// Collection operators of key paths.
extension Evaluator {
  /// Applies an operator; `operand` is the key path behind it, taken on each element (for `@first` and `@last`: on the
  /// one that they give).
  func apply(
    _ operation: CollectionOperator, _ operand: [Step], _ range: SourceRange, to value: Value, _ run: inout Run
  ) -> Value {
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
      let values = operand.isEmpty ? elements : elements.map { follow(operand, $0, &run) }
      return Aggregate.value(operation, values, flatten: { self.elements($0) ?? [$0] })
    }
  }

  private func follow(_ steps: [Step], _ value: Value, _ run: inout Run) -> Value {
    var current = value
    for step in steps {
      if current.isNull { return .null }
      current = take(step, current, &run)
    }
    return current
  }
}

/// The arithmetic of aggregates.
enum Aggregate {
  static func value(_ operation: CollectionOperator, _ values: [Value], flatten: (Value) -> [Value]) -> Value {
    let present = values.filter { !$0.isNull }
    switch operation {
    case .sum: return sum(present)
    case .avg:
      let numbers = present.compactMap(\.double)
      return numbers.isEmpty ? .null : .double(numbers.reduce(0, +) / Double(numbers.count))
    case .min: return present.min { $0.order(to: $1) == .before } ?? .null
    case .max: return present.max { $0.order(to: $1) == .before } ?? .null
    case .unionOfObjects: return .list(present)
    case .distinctUnionOfObjects: return .list(distinct(present))
    case .unionOfArrays: return .list(present.flatMap(flatten))
    case .distinctUnionOfArrays: return .list(distinct(present.flatMap(flatten)))
    case .count: return .int(values.count)
    case .first: return values.first ?? .null
    case .last: return values.last ?? .null
    }
  }

  /// Integers stay integers while they fit.
  private static func sum(_ values: [Value]) -> Value {
    var total = 0
    for (index, value) in values.enumerated() {
      guard case .int(let number) = value else {
        return .double(values[index...].compactMap(\.double).reduce(Double(total), +))
      }
      let (next, overflow) = total.addingReportingOverflow(number)
      if overflow { return .double(values[index...].compactMap(\.double).reduce(Double(total), +)) }
      total = next
    }
    return .int(total)
  }

  /// Without repetitions, in the order of first appearance.
  private static func distinct(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
