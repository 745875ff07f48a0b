/// An operand with the operators after it, applied from left to right: `price * copies + 1` is one node.
final class OperationNode: FormulaNode {
  private let first: FormulaNode
  private let link: FormulaLink
  // Unchecked where every evaluation passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var rest: [FormulaLink] = []
  /// The number of links from the beginning that calculate with plain numbers.
  @exclusivity(unchecked) private var plainCount = 0
  /// The class of contexts that last had other values than numbers.
  @exclusivity(unchecked) private var otherType: Int32 = -1

  init(_ first: FormulaNode, _ link: FormulaLink) {
    (self.first, self.link) = (first, link)
    if first.isPlain, link.isPlain { plainCount = 1 }
  }

  /// Forgets the class of contexts.
  func forget() { otherType = -1 }

  func append(_ link: FormulaLink) {
    if let link = link as? ConcatenationLink, let last = (rest.last ?? self.link) as? ConcatenationLink {
      last.append(link)
    } else {
      if isPlain, link.isPlain { plainCount += 1 }
      rest.append(link)
    }
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    if plainCount > 0, let record = evaluator.plainRecord(&run), record.header.pointee.type != otherType {
      guard let number = number(of: record, evaluator) else {
        otherType = record.header.pointee.type
        return evaluate(run: &run, evaluator)
      }
      if isPlain { return number.value }
      var value = number.value
      for link in rest.dropFirst(plainCount - 1) { value = link.apply(to: value, nil, &run, evaluator) }
      return value
    }
    return evaluate(run: &run, evaluator)
  }

  private func evaluate(run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    var value = link.apply(to: first.evaluate(&run, evaluator), first, &run, evaluator)
    if rest.isEmpty { return value }
    var operand = link.isTransparent ? first : nil
    for link in rest {
      value = link.apply(to: value, operand, &run, evaluator)
      if !link.isTransparent { operand = nil }
    }
    return value
  }

  override var hasAffinity: Bool { link.isTransparent && rest.allSatisfy(\.isTransparent) && first.hasAffinity }

  override var isPlain: Bool { plainCount == rest.count + 1 }

  override func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    guard let left = first.number(of: record, evaluator), var number = link.apply(to: left, of: record, evaluator)
    else { return nil }
    if plainCount == 1 { return number }
    for index in 0..<plainCount - 1 {
      guard let next = rest[index].apply(to: number, of: record, evaluator) else { return nil }
      number = next
    }
    return number
  }
}

/// An operator with its right operands.
class FormulaLink {
  /// - Parameter operand: the node that has given `left`; nil for a result of operators.
  func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value { left }

  /// Whether the value stays as it is, with its affinity.
  var isTransparent: Bool { false }

  /// Whether it gives a number where its operands are plain numbers.
  var isPlain: Bool { false }

  /// Returns the result for a number; nil where an operand is another value.
  func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? { nil }
}

/// `COLLATE`, which only tells comparisons how to compare.
final class CollateLink: FormulaLink {
  override var isTransparent: Bool { true }
}

/// `ISNULL`, `NOTNULL`.
final class NullLink: FormulaLink {
  private let isNegated: Bool

  init(isNegated: Bool) { self.isNegated = isNegated }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value { .int(left.isNull != isNegated ? 1 : 0) }

  override var isPlain: Bool { true }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    .bool(left.isNull != isNegated)
  }
}

/// `IS TRUE`, `IS NOT TRUE`, `IS FALSE`, `IS NOT FALSE`.
final class TruthLink: FormulaLink {
  private let truth: Bool
  private let isNegated: Bool

  init(_ truth: Bool, isNegated: Bool) { (self.truth, self.isNegated) = (truth, isNegated) }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value { .int((evaluator.formulaTruth(left) == truth) != isNegated ? 1 : 0) }

  override var isPlain: Bool { true }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    .bool((left.truth == truth) != isNegated)
  }
}

/// `AND` and `OR`; the right operand is evaluated only where it matters.
final class LogicLink: FormulaLink {
  /// The operand that determines the result alone: false for AND, true for OR.
  private let decisive: Bool
  private let right: FormulaNode

  init(decisive: Bool, _ right: FormulaNode) { (self.decisive, self.right) = (decisive, right) }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    let first = evaluator.formulaTruth(left)
    if first == decisive { return .int(decisive ? 1 : 0) }
    let second = evaluator.formulaTruth(right.evaluate(&run, evaluator))
    if second == decisive { return .int(decisive ? 1 : 0) }
    return first == nil || second == nil ? .null : .int(decisive ? 0 : 1)
  }

  override var isPlain: Bool { right.isPlain }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    let first = left.truth
    if first == decisive { return .bool(decisive) }
    guard let number = right.number(of: record, evaluator) else { return nil }
    let second = number.truth
    if second == decisive { return .bool(decisive) }
    return first == nil || second == nil ? .null : .bool(!decisive)
  }
}

/// `||`, or several of them: the text grows in place.
final class ConcatenationLink: FormulaLink {
  private var operands: [FormulaNode]

  init(_ operand: FormulaNode) { operands = [operand] }

  func append(_ link: ConcatenationLink) { operands += link.operands }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    guard var text = FormulaConversion.text(evaluator.scalar(left)) else { return .null }
    for operand in operands {
      guard let next = FormulaConversion.text(evaluator.scalar(operand.evaluate(&run, evaluator))),
        evaluator.hasRoom(for: text.utf8.count, next.utf8.count, run)
      else { return .null }
      text += next
    }
    return .string(text)
  }
}

/// An arithmetic operator or a bit operator.
final class ArithmeticLink: FormulaLink {
  private let operation: Formula.BinaryOperator
  private let right: FormulaNode

  init(_ operation: Formula.BinaryOperator, _ right: FormulaNode) { (self.operation, self.right) = (operation, right) }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    let right = right.evaluate(&run, evaluator)
    if let left = FormulaNumber(left), let right = FormulaNumber(right) {
      return FormulaNumber.calculate(operation, left, right).value
    }
    return evaluator.calculate(operation, left, right, &run)
  }

  override var isPlain: Bool { right.isPlain }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    guard let right = right.number(of: record, evaluator) else { return nil }
    return FormulaNumber.calculate(operation, left, right)
  }
}

/// A comparison.
final class ComparisonLink: FormulaLink {
  private let operation: Formula.BinaryOperator
  private let right: FormulaNode
  private let collation: FormulaCollation

  init(_ operation: Formula.BinaryOperator, _ right: FormulaNode, _ collation: FormulaCollation) {
    (self.operation, self.right, self.collation) = (operation, right, collation)
  }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    let hasAffinity = operand?.hasAffinity ?? false
    let value = right.evaluate(&run, evaluator)
    if let left = FormulaNumber(left), let right = FormulaNumber(value) { return result(left, right).value }
    if let order = evaluator.compare(left, hasAffinity, value, right.hasAffinity, collation) {
      return .int(holds(order) ? 1 : 0)
    }
    return ofNull(left.isNull && value.isNull).value
  }

  override var isPlain: Bool { right.isPlain }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    right.number(of: record, evaluator).map { result(left, $0) }
  }

  @inline(__always)
  private func result(_ left: FormulaNumber, _ right: FormulaNumber) -> FormulaNumber {
    if let order = FormulaNumber.compare(left, right) { return .bool(holds(order)) }
    return ofNull(left.isNull && right.isNull)
  }

  /// The result where an operand is NULL.
  private func ofNull(_ areBothNull: Bool) -> FormulaNumber {
    switch operation {
    case .same: .bool(areBothNull)
    case .notSame: .bool(!areBothNull)
    default: .null
    }
  }

  @inline(__always)
  private func holds(_ order: Int) -> Bool {
    switch operation {
    case .equal, .same: order == 0
    case .notEqual, .notSame: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }
}

/// `x BETWEEN least AND most`, which is `x >= least AND x <= most`.
final class BetweenLink: FormulaLink {
  private let least: (node: FormulaNode, collation: FormulaCollation)
  private let most: (node: FormulaNode, collation: FormulaCollation)
  private let isNegated: Bool

  init(
    _ least: (FormulaNode, FormulaCollation), _ most: (FormulaNode, FormulaCollation), isNegated: Bool
  ) { (self.least, self.most, self.isNegated) = (least, most, isNegated) }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    let hasAffinity = operand?.hasAffinity ?? false
    let lower = least.node.evaluate(&run, evaluator)
    let first = evaluator.compare(left, hasAffinity, lower, least.node.hasAffinity, least.collation)
    if let first, first < 0 { return .int(isNegated ? 1 : 0) }
    let upper = most.node.evaluate(&run, evaluator)
    let second = evaluator.compare(left, hasAffinity, upper, most.node.hasAffinity, most.collation)
    if let second, second > 0 { return .int(isNegated ? 1 : 0) }
    return first == nil || second == nil ? .null : .int(isNegated ? 0 : 1)
  }

  override var isPlain: Bool { least.node.isPlain && most.node.isPlain }

  override func apply(to left: FormulaNumber, of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    guard let lower = least.node.number(of: record, evaluator) else { return nil }
    let first = FormulaNumber.compare(left, lower)
    if let first, first < 0 { return .bool(isNegated) }
    guard let upper = most.node.number(of: record, evaluator) else { return nil }
    let second = FormulaNumber.compare(left, upper)
    if let second, second > 0 { return .bool(isNegated) }
    return first == nil || second == nil ? .null : .bool(!isNegated)
  }
}

/// `x IN (…)`: only the operand's affinity counts.
final class MembershipLink: FormulaLink {
  private let elements: [FormulaNode]
  private let collation: FormulaCollation
  private let isNegated: Bool

  init(_ elements: [FormulaNode], _ collation: FormulaCollation, isNegated: Bool) {
    (self.elements, self.collation, self.isNegated) = (elements, collation, isNegated)
  }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    if elements.isEmpty { return .int(isNegated ? 1 : 0) }
    let hasAffinity = operand?.hasAffinity ?? false
    var hasNull = left.isNull
    if hasNull { return .null }
    for element in elements {
      guard let order = evaluator.compare(left, hasAffinity, element.evaluate(&run, evaluator), false, collation) else {
        hasNull = true
        continue
      }
      if order == 0 { return .int(isNegated ? 0 : 1) }
    }
    return hasNull ? .null : .int(isNegated ? 1 : 0)
  }
}

/// `LIKE`, `GLOB` and `REGEXP`, which are functions: `like(pattern, x)`.
final class PatternLink: FormulaLink {
  private let function: FormulaFunction
  private let pattern: FormulaNode
  private let escape: FormulaNode?
  private let isNegated: Bool
  private let place: FormulaCallPlace

  init(
    _ function: FormulaFunction, pattern: FormulaNode, escape: FormulaNode?, isNegated: Bool, _ place: FormulaCallPlace
  ) {
    (self.function, self.pattern, self.escape) = (function, pattern, escape)
    (self.isNegated, self.place) = (isNegated, place)
  }

  override func apply(
    to left: Value, _ operand: FormulaNode?, _ run: inout Evaluator.Run, _ evaluator: Evaluator
  ) -> Value {
    var arguments = [evaluator.scalar(pattern.evaluate(&run, evaluator)), evaluator.scalar(left)]
    if let escape { arguments.append(evaluator.scalar(escape.evaluate(&run, evaluator))) }
    let result = evaluator.call(function, arguments, .binary, place, run)
    guard isNegated else { return result }
    return evaluator.formulaTruth(result).map { .int($0 ? 0 : 1) } ?? .null
  }
}
