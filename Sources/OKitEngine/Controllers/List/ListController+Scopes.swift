/// The scopes of a list: what they compare the rows with, their titles, and which one is selected.
extension ListController {
  /// A scope after `All`.
  struct Scope {
    /// What the rows are compared with.
    let key: String
    let title: String
  }

  /// The scopes after `All`. A localized filter (`%Open`) and a plain word, as storyboards write it, are keys of texts:
  /// the title is the text, and the rows are compared with the key.
  var scopes: [Scope] {
    let texts = properties[Self.listKeys.searchFilters]
    let keys = properties.given(Self.listKeys.searchFilters).map(textKeys) ?? []
    return texts.enumerated().compactMap { index, text in
      guard let text, !text.isEmpty else { return nil }
      // A part may give a list of scopes.
      guard keys.count == texts.count, let key = keys[index] else { return Scope(key: text, title: text) }
      return Scope(key: key, title: localized(.scope, key))
    }
  }

  /// Returns the key of each part; nil for a part whose text is not one.
  private func textKeys(_ value: PropertyValue) -> [String?] {
    switch value {
    case .binding(let program):
      let type = effectiveContext.flatMap(store.type(of:))
      return zip(program.parts, program.binding.parts).map { part, written in
        if case .localized(let key) = part.source, !part.negated { return key }
        return evaluator.startsNowhere(part, in: type) ? program.binding.plainText(of: written) : nil
      }
    case .list(let values): return values.map { textKeys($0).first ?? nil }
    default: return []
    }
  }

  // MARK: The selected scope

  /// The index of the selected scope; the first one is `All`.
  var scope: Int {
    guard properties.has(Self.listKeys.searchScopePath) else { return chosenScope }
    let value = properties[Self.listKeys.searchScopePath]
    let scopes = scopes
    switch value {
    case .int, .double: return value.int.flatMap { (0...scopes.count).contains($0) ? $0 : nil } ?? 0
    default: break
    }
    return scopes.firstIndex { $0.key == value.scalarText }.map { $0 + 1 } ?? 0
  }

  /// Selects a scope as a person does.
  ///
  /// - Throws: `action.impossible` for an unknown scope; what writing to `searchScopePath` throws.
  func choose(scope index: Int) throws {
    let scopes = isSearchable ? scopes : []
    guard !scopes.isEmpty else { throw impossible("\(name) has no scopes to filter by") }
    guard (0...scopes.count).contains(index) else {
      throw impossible("\(name) has \(scopes.count + 1) scopes, not \(min(index, .max - 1) + 1)")
    }
    guard index != scope else { return }
    scrolledRows = nil
    guard let given = properties.given(Self.listKeys.searchScopePath) else {
      chosenScope = index
      return try runFunction(.onFilter, [.int(index)])
    }
    guard case .binding(let program) = given else {
      throw evaluator.problem(
        "binding.notWritable", of: origin("searchScopePath"), "a function cannot be written",
        hint: "name a property, such as searchScopePath = \"filter\"")
    }
    let value = scopeValue(index, scopes, program)
    do { try store.transaction { try evaluator.set(program, effectiveContext, value) } } catch let refused
      as Diagnostic
    { throw evaluator.located(refused, in: program, of: origin("searchScopePath")) }
    try runFunction(.onFilter, [value])
  }

  /// Returns what `searchScopePath` holds for a scope: the index where it holds a number, else the key. For `All`:
  /// nil, the empty text, or the first value of an enumeration that is not a scope.
  private func scopeValue(_ index: Int, _ scopes: [Scope], _ program: BindingProgram) -> Value {
    let type = evaluator.writtenType(program, effectiveContext)
    switch type?.unwrapped {
    case .int?, .double?: return .int(index)
    case nil: if case .int = properties[Self.listKeys.searchScopePath] { return .int(index) }
    default: break
    }
    guard index == 0 else { return .string(scopes[index - 1].key) }
    switch type {
    case .string?: return .string("")
    case .enumeration(let cases)?:
      return cases.first { value in !scopes.contains { $0.key == value } }.map(Value.string) ?? .null
    default: return .null
    }
  }

  /// The built-in `onFilter`: runs the action of the list.
  func runFilterAction(_ arguments: [Value]) {
    guard let action = properties.given(Self.listKeys.onFilter) else { return }
    services.run(
      action, context: effectiveContext, controller: self, extra: arguments, origin: origin("onFilter")
    ) { _ in }
  }
}
