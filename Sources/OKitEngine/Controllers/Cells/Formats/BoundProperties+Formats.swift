/// The formats of texts.
extension BoundProperties {
  /// The format of a component's texts as it is now; nil without one. An unknown type and an invalid pattern are
  /// reported.
  var format: TextFormat? {
    guard let keys = component.descriptor.formatKeys, has(keys.type), has(keys.pattern) else { return nil }
    guard let name = self[keys.type].map(FormatType.name(in:)), !name.isEmpty, let pattern = self[keys.pattern],
      !pattern.isEmpty
    else {
      return nil
    }
    guard let type = FormatType(rawValue: name) else {
      if let problem = FormatType.problem(of: .string(name)) { report(problem, of: keys.type) }
      return nil
    }
    do { return try TextFormat(type, pattern: pattern, evaluator.functionContext()) } catch {
      report(error, of: keys.pattern)
      return nil
    }
  }

  /// Reports the problem of a value that was evaluated. That of a constant was reported at the start.
  private func report(_ problem: Diagnostic, of key: ComponentKey<String>) {
    guard component.values[key]?.constant == nil else { return }
    let definition = services.definition(of: controller) ?? component.componentClass
    services.report(evaluator.formatProblem(problem, of: component.origin(name(of: key), of: definition)))
  }

  /// The format of the text of a property; nil for one that has none.
  func format(ofSlot slot: Int) -> TextFormat? {
    guard let keys = component.descriptor.formatKeys, has(keys.type), component.formatsText(ofSlot: slot), let format
    else { return nil }
    if case .masked = format { return component.masksText(ofSlot: slot) ? format : nil }
    return format
  }

  /// Returns the text of a property, in its format.
  func shownText(_ program: BindingProgram, _ context: EntityID?, slot: Int) -> Value {
    guard let format = format(ofSlot: slot) else { return evaluator.getShownText(program, context) }
    let locale = evaluator.functionContext()
    if case .masked(let mask) = format {
      // A mask is for the text as a whole.
      let text = evaluator.getShownText(program, context)
      guard !program.hasOnlyTexts, case .string = text else { return text }
      return TextFormat.masked(mask).text(of: text, locale).map(Value.string) ?? text
    }
    return evaluator.getShownText(program, context) { format.text(of: $0, locale) }
  }

  /// Returns the text of what a function returned, in the format of the property.
  func shownText(_ value: Value, slot: Int) -> Value {
    let text = format(ofSlot: slot)?.text(of: value, evaluator.functionContext())
    return text.map(Value.string) ?? evaluator.shownText(value)
  }
}

extension Component {
  /// Whether it has a format, and the property is a text that a person sees as its value.
  func formatsText(ofSlot slot: Int) -> Bool {
    guard let keys = descriptor.formatKeys, values[keys.type] != nil, slot != keys.type.slot, slot != keys.pattern.slot
    else { return false }
    let schema = descriptor.table.schemas[slot]
    return schema.kind == .value(.string) && Self.shownParts.contains { schema.effect.hasPrefix($0) }
  }

  private static let shownParts = ["row.", "control.", "view."]

  /// Whether a mask applies to a property: the text of the control; in a cell without one the detail text, else the
  /// text.
  func masksText(ofSlot slot: Int) -> Bool {
    let table = descriptor.table
    if let control = descriptor.controlSlot, table.schemas[control].kind == .value(.string) { return slot == control }
    guard descriptor.isKind(of: .tableCell) else {
      return slot == table.slot(named: "textPath") || slot == table.slot(named: "titlePath")
    }
    let keys = ComponentDescriptor.cellKeys
    let details = [keys.detailPath.slot, keys.editDetailPath.slot]
    return details.contains { values[slot: $0] != nil }
      ? details.contains(slot) : slot == keys.path.slot || slot == keys.editPath.slot
  }
}

extension Evaluator {
  /// The problem of a format, with the place of the property and the excerpt of the pattern.
  func formatProblem(_ problem: Diagnostic, of origin: Diagnostic.Origin) -> Diagnostic {
    var located = self.problem(problem, of: origin)
    located.excerpt = problem.excerpt
    return located
  }
}
