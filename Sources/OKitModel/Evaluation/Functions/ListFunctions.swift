/// The functions of lists and collections: the collection operators by name, and a few more.
package enum ListFunction: String, CaseIterable, Sendable {
  case count, first, last, sum, avg, min, max, joined, sorted, reversed

  /// The number of parameters.
  package var parameters: ClosedRange<Int> {
    switch self {
    case .count, .first, .last, .reversed: 0...0
    case .sum, .avg, .min, .max, .joined, .sorted: 0...1
    }
  }

  package var meaning: String {
    switch self {
    case .count: "the number of elements"
    case .first: "the first element"
    case .last: "the last element"
    case .sum: "the sum; 0 for an empty list"
    case .avg: "the mean; nil for an empty list"
    case .min: "the minimum; nil for an empty list"
    case .max: "the maximum; nil for an empty list"
    case .joined: "the strings with a separator; default `, `"
    case .sorted: "sorted by value, or by the value of a path on each element; nil last"
    case .reversed: "in reverse order"
    }
  }

  /// The name of the parameter; empty when there is none.
  package var parameterName: String {
    switch self {
    case .count, .first, .last, .reversed: ""
    case .joined: "separator"
    case .sum, .avg, .min, .max, .sorted: "path"
    }
  }

  /// - Parameter arguments: for `joined` the separator (default `, `), for the others a path taken on each element.
  func call(_ elements: [Value], _ arguments: [Value], _ evaluator: Evaluator) throws -> Value {
    guard parameters.contains(arguments.count) else {
      throw Diagnostic(
        "function.parameters",
        """
        "\(rawValue)" takes \(parameters.upperBound == 0 ? "no parameters" : "at most 1 parameter"), not \
        \(arguments.count)
        """
      )
    }
    switch self {
    case .count: return .int(elements.count)
    case .first: return elements.first ?? .null
    case .last: return elements.last ?? .null
    case .reversed: return .list(elements.reversed())
    case .joined:
      let separator = try arguments.first.map { try text($0, evaluator) } ?? ", "
      var joined = BoundedStringBuilder()
      for element in elements {
        try evaluator.store.readStep(1 + separator.utf8.count / 1024)
        guard let text = evaluator.text(element) else { continue }
        guard joined.append(text, after: separator) else {
          throw BoundedStringBuilder.failure("the result of \"joined\"")
        }
      }
      return .string(joined.text)
    case .sorted:
      let keys = try keys(elements, arguments, evaluator)
      return .list(try evaluator.sorted(elements, by: keys))
    case .sum, .avg, .min, .max:
      guard let operation = CollectionOperator(rawValue: rawValue) else { return .null }
      return Aggregate.value(operation, try keys(elements, arguments, evaluator), flatten: { [$0] })
    }
  }

  private func text(_ value: Value, _ evaluator: Evaluator) throws -> String {
    guard let text = evaluator.text(value) else {
      throw Diagnostic(
        "function.argument", "parameter \"\(parameterName)\" of \"\(rawValue)\" must be a string, not \(value.typeName)"
      )
    }
    return text
  }

  private func keys(_ elements: [Value], _ arguments: [Value], _ evaluator: Evaluator) throws -> [Value] {
    guard let path = arguments.first else { return elements }
    let program = try evaluator.program(try text(path, evaluator))
    return try evaluator.values(of: program, on: elements)
  }
}

extension Evaluator {
  /// Returns the value of a path on each element that is an entity.
  fileprivate func values(of path: BindingProgram?, on elements: [Value]) throws(Diagnostic) -> [Value] {
    guard let path else { return elements }
    var values = elements
    for (index, element) in elements.enumerated() {
      try store.readStep()
      if case .entity(let entity) = element { values[index] = get(path, entity) }
    }
    return values
  }

  /// Sorts stably, nil last.
  fileprivate func sorted(_ elements: [Value], by keys: [Value]) throws -> [Value] {
    if let places = try places(ofIntegers: keys) { return places.map { elements[$0] } }
    let collator = collator
    return try zip(elements, keys).enumerated().sorted { a, b in
      try store.readStep()
      switch (a.element.1.isNull, b.element.1.isNull) {
      case (false, true): return true
      case (true, false): return false
      default: break
      }
      let order = a.element.1.order(to: b.element.1, collator)
      return order == .same ? a.offset < b.offset : order == .before
    }.map(\.element.0)
  }

  /// Returns the places of whole numbers in their order, without copies of values; nil for other values.
  private func places(ofIntegers keys: [Value]) throws -> [Int]? {
    var numbers: [(number: Int, place: Int)] = []
    numbers.reserveCapacity(keys.count)
    for (place, key) in keys.enumerated() {
      guard case .int(let number) = key else { return nil }
      numbers.append((number, place))
    }
    try numbers.sort { a, b in
      try store.readStep()
      return a.number != b.number ? a.number < b.number : a.place < b.place
    }
    return numbers.map(\.place)
  }

  /// Sorts elements by the value of a path on each; nil last, equal ones in their order.
  ///
  /// - Throws: `app.limit`.
  package func sorted(_ elements: [Value], by path: BindingProgram?) throws -> [Value] {
    try sorted(elements, by: values(of: path, on: elements))
  }
}
