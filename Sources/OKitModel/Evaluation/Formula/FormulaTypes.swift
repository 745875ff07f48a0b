/// The static types of a formula's nodes in the context of a class. Nothing is evaluated.
struct FormulaTypes {
  private let evaluator: Evaluator
  private let context: EntityType?
  /// Whether a name means something other than what the context has.
  private let isReplaced: (NameStep) -> Bool
  private let visit: Evaluator.StepVisitor?
  /// The names, bindings and calls that come next, in the order of the nodes.
  private var parts: ArraySlice<PartProgram>
  private var calls: ArraySlice<FormulaCall>
  /// The types of the nodes so far; nil for one that is always NULL, which fits any type.
  private var types: [StaticValue?] = []

  private static var number: StaticValue { .value(type: "Number") }
  private static var text: StaticValue { .value(type: "String") }
  private static var date: StaticValue { .value(type: "Date") }
  private static var day: StaticValue { .value(type: "Day") }

  init(
    _ formula: FormulaProgram, in context: EntityType?, _ evaluator: Evaluator,
    isReplaced: @escaping (NameStep) -> Bool, visit: Evaluator.StepVisitor?
  ) {
    (self.evaluator, self.context, self.isReplaced, self.visit) = (evaluator, context, isReplaced, visit)
    (parts, calls) = (formula.parts[...], formula.calls[...])
  }

  /// Returns the type of the root. O(nodes).
  mutating func type(of formula: Formula) -> StaticValue {
    for node in formula.nodes {
      let operands = node.operands.map { types[$0] }
      types.append(type(of: node, operands))
    }
    switch types.last {
    case .some(.value(type: "Bool")): return Self.number
    case .some(let type?): return type
    default: return .undetermined
    }
  }

  private mutating func type(of node: Formula.Node, _ operands: [StaticValue?]) -> StaticValue? {
    switch node.kind {
    case .literal(let value): return value.isNull ? nil : .value(type: value.typeName)
    case .truth, .pattern, .between, .membership: return Self.number
    case .path: return parts.popFirst().map { type(of: $0) } ?? .undetermined
    case .binding(let written):
      let own = parts.prefix(written.count)
      parts = parts.dropFirst(written.count)
      return own.count == 1 ? own.first.map { type(of: $0) } ?? .undetermined : Self.text
    case .unary(.plus), .collate: return operands[0]
    case .unary: return Self.number
    case .binary(let operation): return type(of: operation, operands[0].map(scalar), operands[1].map(scalar))
    case .conditional(let hasOperand, let hasElse):
      let pairs = operands.dropFirst(hasOperand ? 1 : 0).dropLast(hasElse ? 1 : 0)
      let results = pairs.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      return common(results + operands.suffix(hasElse ? 1 : 0))
    case .cast(let type): return Self.type(of: type)
    case .call(let name): return call(name, operands)
    }
  }

  /// The type of what a path or binding gives.
  private func type(of part: PartProgram) -> StaticValue {
    if part.negated { return .value(type: "Bool") }
    if case .path(.context, let steps) = part.source, case .name(let first)? = steps.first, isReplaced(first) {
      return .undetermined
    }
    switch part.source {
    case .constant(let value): return value.isNull ? .undetermined : .value(type: value.typeName)
    case .localized: return Self.text
    case .path, .formula:
      let value = evaluator.resolved(evaluator.staticValue(part, in: context))
      return value.isFinal ? .undetermined : value
    }
  }

  // MARK: Operators

  /// An operand of an operator or of a function of SQL: a Bool is a number; an entity, a collection or a color is its
  /// text.
  private func scalar(_ type: StaticValue) -> StaticValue {
    switch type {
    case .value(type: "Bool"): Self.number
    case .value(type: "Number"), .value(type: "String"), .value(type: "Date"), .value(type: "Day"),
      .value(type: "Data"):
      type
    case .value(type: "Color"), .entity, .anyEntity, .reference, .list: Self.text
    default: .undetermined
    }
  }

  private func type(
    of operation: Formula.BinaryOperator, _ left: StaticValue?, _ right: StaticValue?
  ) -> StaticValue? {
    switch operation {
    case .concatenate: return Self.text
    case .add:
      guard let left, let right else { return nil }
      switch (left, right) {
      case (.value(type: "Number"), .value(type: "Number")): return Self.number
      case (.value(type: "Date"), .value(type: "Number")), (.value(type: "Number"), .value(type: "Date")):
        return Self.date
      case (.value(type: "Day"), .value(type: "Number")), (.value(type: "Number"), .value(type: "Day")):
        return Self.day
      // A text is joined or is a number.
      default: return .undetermined
      }
    case .subtract:
      guard let left, let right else { return nil }
      switch (left, right) {
      case (.value(type: "Date"), .value(type: "Date")), (.value(type: "Day"), .value(type: "Day")): return Self.number
      case (.value(type: "Day"), .value(type: "Number")): return Self.day
      case (.value(type: "Date"), .value(type: "Number")): return Self.date
      case (.value(type: "Number"), _), (.value(type: "String"), _), (.value(type: "Data"), _): return Self.number
      default: return .undetermined
      }
    default: return Self.number
    }
  }

  private static func type(of type: Formula.CastType) -> StaticValue {
    switch type {
    case .integer, .real, .boolean, .numeric: number
    case .text: text
    case .blob: .value(type: "Data")
    }
  }

  /// The type of a value that is one of several; undetermined where they differ.
  private func common(_ types: [StaticValue?]) -> StaticValue? {
    let types = types.compactMap(\.self)
    guard let first = types.first else { return nil }
    return types.dropFirst().allSatisfy { $0.isSame(as: first) } ? first : .undetermined
  }

  // MARK: Calls

  private mutating func call(_ name: String, _ arguments: [StaticValue?]) -> StaticValue? {
    guard let call = calls.popFirst() else { return .undetermined }
    if let step = call.step { return type(of: step, arguments) }
    guard call.problem == nil, let function = FormulaFunction.named(name) else { return .undetermined }
    let scalars = arguments.map { $0.map(scalar) }
    switch function.result {
    case .integer, .real, .number: return Self.number
    case .text: return Self.text
    case .blob: return .value(type: "Data")
    case .any: break
    }
    switch function.name {
    case "coalesce", "ifnull": return common(arguments)
    case "iif", "compare": return common(Array(arguments.dropFirst()))
    case "nullif": return scalars[0]
    case "min", "max": return common(scalars)
    // Of data they give data.
    case "substr", "substring", "replace": return scalars[0]?.isSame(as: Self.text) == true ? Self.text : .undetermined
    default: return .undetermined
    }
  }

  /// `f(x, …)` is `x/f(…)`, and `f()` a function of the context.
  private func type(of step: NameStep, _ arguments: [StaticValue?]) -> StaticValue {
    let receiver = arguments.isEmpty ? context.map(StaticValue.entity) ?? .undetermined : arguments[0] ?? .undetermined
    visit?(.name(step), receiver)
    let value = evaluator.resolved(evaluator.follow(step, on: receiver))
    return value.isFinal ? .undetermined : value
  }
}

extension StaticValue {
  /// Whether two types are known to be the same.
  fileprivate func isSame(as other: StaticValue) -> Bool {
    switch (self, other) {
    case (.value(let type), .value(let other)): type == other
    case (.entity(let type), .entity(let other)): type === other
    case (.reference(let target), .reference(let other)): target === other
    case (.list(let element), .list(let other)): element.isSame(as: other)
    default: false
    }
  }
}
