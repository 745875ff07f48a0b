/// Infers the types of what functions of scripts return, as far as literals, operators and the schema tell them.
struct ResultTypes {
  private let inference: ScriptInference
  private let names: AnnotatedNames

  init(_ inference: ScriptInference, _ names: AnnotatedNames) { (self.inference, self.names) = (inference, names) }

  /// Returns the types of the results; none for a function that returns nothing.
  func types(of function: LuaSyntax.Function, in script: LuaScript) -> [DeclaredType] {
    let returned = function.results
    let count = returned.map(\.count).max() ?? 0
    let mayEnd = !Self.alwaysReturns(function.body)
    return (0..<count).map { index in
      var found: [DeclaredType] = []
      var mayBeNil = mayEnd
      for values in returned {
        guard values.indices.contains(index) else {
          // The last one may be a call with several results.
          if case .call? = values.last { return .named("any") }
          mayBeNil = true
          continue
        }
        if case .constant(_, true) = values[index] {
          mayBeNil = true
        } else if let type = type(of: values[index], in: script) {
          if !found.contains(where: { $0.description == type.description }) { found.append(type) }
        } else {
          return .named("any")
        }
      }
      guard let first = found.first else { return .named("any") }
      let type = found.count == 1 ? first : .union(found)
      return mayBeNil ? .optional(type) : type
    }
  }

  // MARK: Statements

  /// Whether a function never reaches the end of its body.
  private static func alwaysReturns(_ block: LuaSyntax.Block) -> Bool {
    switch block.statements.last {
    case .results: return true
    case .block(let inner): return alwaysReturns(inner)
    case .condition(let branches, let otherwise?):
      return branches.allSatisfy { alwaysReturns($0.body) } && alwaysReturns(otherwise)
    case .call(.call(let call)):
      if case .name(let name, nil) = call.callee { return name.text == "error" }
      return false
    default: return false
    }
  }

  // MARK: Expressions

  private static let comparisons: Set = ["==", "~=", "<", ">", "<=", ">="]
  private static let textMethods: Set = ["format", "lower", "rep", "reverse", "sub", "upper"]

  private func type(of expression: LuaSyntax.Expression, in script: LuaScript) -> DeclaredType? {
    switch expression {
    case .string: return .named("string")
    case .table: return .named("table")
    case .function: return .named("function")
    case .parenthesized(let inner, _): return type(of: inner, in: script)
    case .constant(let range, _): return Self.constant(script.text(in: range))
    case .unary(let sign, let operand, _):
      switch sign {
      case "not": return .named("boolean")
      case "#": return .named("integer")
      default: return number(type(of: operand, in: script))
      }
    case .binary(let sign, let left, let right): return operation(sign, left, right, script)
    case .name(_, let variable?):
      if !variable.isReassigned, case .result(let value, 0) = variable.value, value.isPlain {
        return type(of: value, in: script)
      }
    case .call(let call):
      if case .name(let name, nil) = call.callee, call.method == nil, name.text == "tostring" {
        return .named("string")
      }
      if let method = call.method?.text, Self.textMethods.contains(method),
        type(of: call.callee, in: script)?.description == "string"
      {
        return .named("string")
      }
      if case .field(.name(let library, nil), let name) = call.callee, library.text == "string",
        Self.textMethods.contains(name.text)
      {
        return .named("string")
      }
    case .name, .field, .index: break
    }
    if let property = inference.property(of: expression), property.computed == nil { return names.type(property) }
    return names.type(inference.value(of: expression))
  }

  private static func constant(_ text: String) -> DeclaredType? {
    switch text {
    case "true", "false": return .named("boolean")
    case "...", "nil": return nil
    default:
      let isInteger = text.lowercased().hasPrefix("0x") ? !text.contains(".") : text.allSatisfy(\.isNumber)
      return .named(isInteger ? "integer" : "number")
    }
  }

  private func operation(
    _ sign: String, _ left: LuaSyntax.Expression, _ right: LuaSyntax.Expression, _ script: LuaScript
  ) -> DeclaredType? {
    if Self.comparisons.contains(sign) { return .named("boolean") }
    if sign == ".." { return .named("string") }
    guard let first = type(of: left, in: script), let second = type(of: right, in: script) else { return nil }
    switch sign {
    case "or":
      if case .optional(let inner) = first, inner.description == second.description { return inner }
      return first.description == second.description ? first : nil
    case "and": return nil
    default:
      guard let first = number(first), let second = number(second) else { return nil }
      if ["/", "^"].contains(sign) { return .named("number") }
      return first.description == "integer" && second.description == "integer" ? .named("integer") : .named("number")
    }
  }

  private func number(_ type: DeclaredType?) -> DeclaredType? {
    guard let type, ["integer", "number"].contains(type.description) else { return nil }
    return type
  }
}

extension LuaSyntax.Expression {
  /// Whether it has no parts that could refer to variables again.
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .constant: true
    default: false
    }
  }
}
