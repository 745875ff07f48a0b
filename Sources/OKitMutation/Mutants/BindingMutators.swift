/// Finds the mutants of the text of a binding. Constant and localized texts stay.
struct BindingMutators {
  /// Whether the value is read as a Bool.
  var isBool = false
  /// The other properties that may be in the place of a name.
  var others: (SourceRange) -> [String] = { _ in [] }
  /// Whether a part is a path, and not a text that looks like one.
  var isPath: (Binding.Part) -> Bool = { _ in true }

  private let text: FormulaText
  private(set) var edits: [TextEdit] = []

  init(_ text: String) { self.text = FormulaText(text) }

  mutating func collect(_ binding: Binding) {
    for part in binding.parts { visit(part, isWhole: binding.parts.count == 1) }
  }

  // MARK: Parts

  private mutating func visit(_ part: Binding.Part, isWhole: Bool) {
    guard !part.isEmpty else { return }
    let offset = part.negated ? 1 : 0
    let inner = SourceRange(part.range.lower + offset, part.range.upper)
    switch part.kind {
    case .constant(let value): visit(value, inner, isWhole: isWhole)
    case .localized: break
    case .path(let path):
      guard isPath(part) else { return }
      if part.negated {
        edits.append(TextEdit(.condition, SourceRange(part.range.lower, inner.lower), .text(""), shown: part.range))
      } else if isBool {
        edits.append(TextEdit(.condition, inner, .wrapped("!", "")))
      }
      addTruths(part.range)
      visit(path)
    case .formula(let formula):
      if isBool, isWhole {
        let text = SourceRange(inner.lower + 1, inner.upper)
        let isComparison = formula.nodes.last.map { FormulaMutators.isComparison($0.kind) } ?? false
        // The opposite comparison negates it.
        if !isComparison { edits.append(TextEdit(.condition, text, .wrapped(" NOT (", ")"))) }
        addTruths(part.range)
      }
      visit(formula)
    }
  }

  private mutating func addTruths(_ range: SourceRange) {
    guard isBool else { return }
    for truth in ["#true", "#false"] { edits.append(TextEdit(.condition, range, .text(truth))) }
  }

  /// A constant after its `#`.
  private mutating func visit(_ value: Value, _ range: SourceRange, isWhole: Bool) {
    switch value {
    case .bool(let bool):
      edits.append(TextEdit(isBool && isWhole ? .property : .constant, range, .text(bool ? "#false" : "#true")))
    case .int(let number):
      for other in NumberMutations.all(of: "\(number)") { edits.append(TextEdit(.constant, range, .text("#\(other)"))) }
    case .double(let number):
      for other in NumberMutations.all(of: "\(number)") { edits.append(TextEdit(.constant, range, .text("#\(other)"))) }
    default: break
    }
  }

  // MARK: Paths

  private mutating func visit(_ path: Binding.Path) {
    addShorterPath(path)
    for (index, segment) in path.segments.enumerated() {
      guard case .keyPath(let steps, let arguments, _) = segment.kind else { continue }
      let isLast = index == path.segments.count - 1
      for step in steps {
        guard case .name = step.kind, arguments == nil || !isLast else { continue }
        addOtherNames(step.range, shown: path.range)
      }
      for argument in arguments ?? [] {
        var inner = self
        inner.isBool = false
        inner.visit(argument, isWhole: false)
        edits = inner.edits
      }
    }
  }

  /// The path without its last step.
  private mutating func addShorterPath(_ path: Binding.Path) {
    guard let last = path.segments.last, case .keyPath(let steps, _, _) = last.kind else { return }
    let start: Int
    if steps.count > 1 {
      start = steps[steps.count - 2].range.upper
    } else if path.segments.count > 1 {
      start = path.segments[path.segments.count - 2].range.upper
    } else {
      return
    }
    edits.append(TextEdit(.binding, SourceRange(start, path.range.upper), .text(""), shown: path.range))
  }

  private mutating func addOtherNames(_ range: SourceRange, shown: SourceRange) {
    for other in others(range) { edits.append(TextEdit(.binding, range, .text(other), shown: shown)) }
  }

  // MARK: Formulas

  mutating func visit(_ formula: Formula) {
    edits += FormulaMutators.edits(of: formula, in: text)
    for node in formula.nodes {
      switch node.kind {
      case .path(let steps):
        if steps.count > 1, let last = steps.last {
          let start = steps[steps.count - 2].range.upper
          edits.append(TextEdit(.binding, SourceRange(start, last.range.upper), .text(""), shown: node.range))
        }
        for step in steps { if case .name = step.kind { addOtherNames(step.range, shown: node.range) } }
      case .binding(let parts):
        for part in parts {
          var inner = self
          inner.isBool = false
          inner.visit(part, isWhole: false)
          edits = inner.edits
        }
      default: break
      }
    }
  }
}
