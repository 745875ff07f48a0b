import LuaSyntax
import OKitCoverage

// Bindings, controllers, cells, actions, segues and answers.
extension CoverageCollector {
  /// Takes what the definitions of an application have counted, and adds those that are new.
  func take(from definitions: DefinitionCoverage) {
    for counter in definitions.counters where counter.number == nil || counter.isReached {
      // An application that shows no screen evaluates no binding.
      if case .binding = counter.item.kind, !definitions.isTyped { continue }
      let number = counter.number ?? item(of: counter).map(number) ?? -1
      counter.number = number
      if number >= 0 {
        for (outcome, times) in counter.outcomes where times > 0 { add(Count(item: number, outcome: outcome), times) }
      }
      counter.reset()
    }
  }

  /// Returns the item of a definition, without counts; nil for one that a comment excludes.
  private func item(of counter: CoverageCounter) -> CoverageItem? {
    let definition = counter.item
    if let known = definedItems[definition] { return known }
    let script = scripts[definition.place.file]
    var (line, column) = (definition.place.line, 1)
    if let script, let found = script.place(of: definition) { (line, column) = found }
    let isIgnored = script?.counted.ignored.contains(line) == true
    let item =
      isIgnored || definition.place.file.isEmpty
      ? nil
      : CoverageItem(
        id: id(of: definition, script, line), kind: definition.coverageKind, file: definition.place.file, line: line,
        column: column, text: definition.coverageText,
        outcomes: counter.outcomes.mapValues { _ in 0 })
    definedItems[definition] = .some(item)
    return item
  }

  private func id(of definition: CoveredDefinition, _ script: Script?, _ line: Int) -> String {
    guard case .answer = definition.kind else { return "\(definition.coverageKind.rawValue):\(definition.path)" }
    let function = script?.counted.function(atLine: line) ?? "main"
    return "answer:\(definition.place.file):\(function):\(definition.owner)"
  }
}

extension CoverageCollector.Script {
  /// The place of a property, at its value; of anything else, at the beginning of its line.
  fileprivate func place(of definition: CoveredDefinition) -> (line: Int, column: Int)? {
    let line = definition.place.line
    if !definition.property.isEmpty,
      let place = syntax.place(
        of: definition.property, line: line, text: definition.text, isOfPart: definition.part != nil)
    {
      return syntax.lines.place(of: place.value.range.lower)
    }
    guard syntax.lines.has(line: line) else { return nil }
    return (line, syntax.lines.indentation(ofLine: line) + 1)
  }
}

extension CoverageCounter {
  fileprivate var outcomes: [CoverageOutcome: Int] {
    switch item.kind {
    case .binding(true): [.true: trues, .false: falses]
    case .binding(false): isRequired && nils == 0 ? [.value: values] : [.value: values, .nil: nils]
    case .controller, .cell: [.shown: others]
    case .action, .segue: [.performed: others]
    case .answer: [.chosen: others]
    }
  }
}

extension CoveredDefinition {
  fileprivate var coverageKind: CoverageKind {
    switch kind {
    case .binding: .binding
    case .controller: .controller
    case .cell: .cell
    case .action: .action
    case .segue: .segue
    case .answer: .answer
    }
  }

  fileprivate var coverageText: String {
    guard let text else { return path }
    if case .segue = kind { return "\(path) to \(text)" }
    return "\(path) \"\(text)\""
  }
}
