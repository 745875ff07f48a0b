import OKitModel

/// Parsed bindings as compact text: the whole structure, without ranges.
///
/// `a/b.c(#1)[2]` reads `(path a (at (call (. b c) 1) 2))`; parts are separated by ` , `.
enum BindingNotation {
  static func text(of parts: [Binding.Part]) -> String { parts.map { text(of: $0) }.joined(separator: " , ") }

  private static func text(of part: Binding.Part) -> String {
    let content =
      switch part.kind {
      case .constant(.bool(let bool)): "\(bool)"
      case .constant(.int(let int)): "\(int)"
      case .constant(.double(let double)): "double(\(double))"
      case .constant(.string(let string)): string.debugDescription
      case .constant(let other): "unexpected \(other)"
      case .localized(let key): "%" + key.debugDescription
      case .path(let path): list(["path"] + start(of: path) + path.segments.map(text(of:)))
      case .formula(let formula): text(of: formula)
      }
    return part.negated ? list(["!", content]) : content
  }

  /// `price * 2` reads `(* price 2)`.
  static func text(of formula: OKitModel.Formula) -> String {
    var texts: [String] = []
    for node in formula.nodes {
      let operands = node.operands.map { texts[$0] }
      let name =
        switch node.kind {
        case .literal(.string(let string)): string.debugDescription
        case .literal(let value): value.scalarText ?? "\(value)"
        case .truth(let truth): "\(truth)"
        case .path(let steps): text(of: steps)
        case .binding(let parts): "[\(text(of: parts))]"
        case .unary(let operation): "\(operation)"
        case .binary(let operation): operation.rawValue
        case .pattern(let operation, let negated): (negated ? "NOT " : "") + operation.rawValue
        case .between(let negated): negated ? "NOT BETWEEN" : "BETWEEN"
        case .membership(let negated): negated ? "NOT IN" : "IN"
        case .conditional(let hasOperand, let hasElse): "CASE\(hasOperand ? " of" : "")\(hasElse ? " else" : "")"
        case .cast(let type): "CAST \(type.rawValue)"
        case .collate(let collation): "COLLATE \(collation.rawValue)"
        case .call(let name): "\(name)()"
        }
      texts.append(operands.isEmpty ? name : list([name] + operands))
    }
    return texts.last ?? ""
  }

  private static func start(of path: Binding.Path) -> [String] {
    (path.model.map { [$0 + ">"] } ?? []) + (path.absolute ? ["/"] : [])
  }

  private static func text(of segment: Binding.Segment) -> String {
    switch segment.kind {
    case .current: return "self"
    case .parent: return "parent"
    case .root: return "root"
    case .reference(let steps): return list(["$", text(of: steps)])
    case .keyPath(let steps, let arguments, let index):
      var result = text(of: steps)
      if let arguments { result = list(["call", result] + arguments.map { text(of: $0) }) }
      if let index { result = list(["at", result, "\(index)"]) }
      return result
    }
  }

  private static func text(of steps: [Binding.KeyPathStep]) -> String {
    let names = steps.map { step in
      switch step.kind {
      case .name(let name): name.contains { " ./,()[]<~@".contains($0) } ? name.debugDescription : name
      case .collection(let operation): operation.description
      }
    }
    return names.count == 1 ? names.joined() : list(["."] + names)
  }

  private static func list(_ items: [String]) -> String { "(" + items.joined(separator: " ") + ")" }
}
