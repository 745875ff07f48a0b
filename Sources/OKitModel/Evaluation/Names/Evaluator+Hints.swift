/// Hints for a name that means nothing where it stands.
extension Evaluator {
  /// The nearest name, the name after `ref` on a reference, or the form of a constant or text that was meant.
  func hint(for step: NameStep, on entity: EntityID, in program: BindingProgram) -> String? {
    guard let type = store.type(of: entity) else { return nil }
    if hasTarget(entity, named: step.name) { return "did you mean \"ref/\(step.name)\"?" }
    return hint(for: step, among: resolver.names(on: type), in: program)
  }

  /// - Parameter candidates: the names that have a meaning there.
  func hint(for step: NameStep, among candidates: [String], in program: BindingProgram) -> String? {
    if let path = program.pathWithoutSelf(step) { return "a path starts at its context: write \"\(path)\"" }
    if let path = step.pathFromRoot { return "the root is a step of its own: did you mean \"\(path)\"?" }
    let nearest = NearestName.hint(for: step.name, in: candidates)
    if nearest == nil, let hint = program.hintForComma(before: step) { return hint }
    func joined(_ hint: String) -> String { nearest.map { "\($0) \(hint)" } ?? hint }
    if step.parameters == nil, program.hasParameter(step), nearest == nil || step.looksLikeText,
      let hint = ForgottenSign.hint(forConstant: step.name)
    {
      return joined(hint)
    }
    guard let origin else { return nearest }
    if origin.isText, let part = program.part(at: step.range), part != step.name, ForgottenSign.looksLikeText(part),
      let hint = ForgottenSign.hint(forText: part)
    {
      return joined(hint)
    }
    guard step.parameters == nil else { return nearest }
    let isWhole = program.parts.contains { $0.onlyName === step }
    if isWhole, let constant = constant(step.name, origin) { return constant }
    guard origin.isText, step.looksLikeText || (isWhole && nearest == nil),
      let text = ForgottenSign.hint(forText: step.name)
    else { return nearest }
    return joined(text)
  }

  /// The hint for a path whose first name is not a model: the names of the models, and the text that was meant.
  func hint(forModelIn program: BindingProgram, _ range: SourceRange, _ names: String?) -> String? {
    guard origin?.isText == true, let part = program.part(at: range), part.contains(where: \.isWhitespace),
      let text = ForgottenSign.hint(forText: part)
    else { return names }
    return names.map { "\($0); \(text)" } ?? text
  }

  /// Whether a reference refers to a class that has a name, which the reference itself does not have.
  package func hasTarget(_ reference: EntityID, named name: String) -> Bool {
    guard store.type(of: reference)?.isReference == true else { return false }
    let declared = store.parentProperty(of: reference)?.referredTypeName.flatMap(store.type(named:))
    guard let target = store.target(of: reference).flatMap(store.type(of:)) ?? declared else { return false }
    if case .unknown = resolver.meaning(of: name, on: target) { return false }
    return true
  }

  /// A number, a date, `true`, `false`, or a name among the values of the property.
  private func constant(_ name: String, _ origin: BindingOrigin) -> String? {
    let constant = Value(constant: name)
    if case .string = constant, constant.date == nil {
      return NearestName.nearest(to: name, in: origin.constants).map {
        $0 == name ? "a constant is written \"#\(name)\"" : "did you mean \"#\($0)\"?"
      }
    }
    return "a constant is written \"#\(name)\""
  }
}

extension NameStep {
  /// The path from the root that lacks its slash: `</total` for `<total`; nil for any other name.
  fileprivate var pathFromRoot: String? {
    guard let sign = name.first, "<~".contains(sign), name.count > 1 else { return nil }
    return "\(sign)/\(name.dropFirst())"
  }
}

extension Property {
  /// The name of the class to which a reference refers, or the references of a collection.
  fileprivate var referredTypeName: String? {
    if case .reference(let target, _) = (type.element ?? type).unwrapped { target } else { nil }
  }
}

extension BindingProgram {
  /// The hint for a text with a comma, such as `%More than 10,000`; nil for a name that does not follow a text.
  fileprivate func hintForComma(before step: NameStep) -> String? {
    guard let index = parts.firstIndex(where: { $0.onlyName === step }), index > 0 else { return nil }
    let written = binding.parts[index - 1]
    let sign: String
    switch written.kind {
    case .localized: sign = "%"
    case .constant: sign = "#"
    case .path, .formula: return nil
    }
    let bytes = Array(text.utf8)
    let (start, end) = (written.range.lower + sign.utf8.count, binding.parts[index].range.upper)
    guard !written.negated, start <= end, end <= bytes.count else { return nil }
    return ForgottenSign.written(String(decoding: bytes[start..<end], as: UTF8.self)).map {
      "a comma ends a text; one with a comma is written \"\(sign)\($0)\""
    }
  }

  /// The binding without a `self.` or `self:` that a script has written as in Lua; nil for any other name.
  fileprivate func pathWithoutSelf(_ step: NameStep) -> String? {
    let bytes = Array(text.utf8)
    let (start, end) = (step.range.lower, step.range.lower + "self.".utf8.count)
    guard start >= 0, end < bytes.count,
      ["self.", "self/", "self:"].contains(String(decoding: bytes[start..<end], as: UTF8.self))
    else { return nil }
    return String(decoding: bytes[..<start] + bytes[end...], as: UTF8.self)
  }
}
