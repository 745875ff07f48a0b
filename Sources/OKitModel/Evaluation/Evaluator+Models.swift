/// Errors of paths that begin at a model that is not registered.
extension Evaluator {
  /// Returns the error for a binding that begins at the default model while there is none: the first name of a path is
  /// unknown then, unless it is a function of every value. Nil for a binding that reads no model.
  package func unknownName(withoutModel program: BindingProgram) -> Diagnostic? {
    for part in program.parts.flatMap(\.paths) {
      guard case .path(let start, let steps) = part.source else { continue }
      if case .model(let name, _) = start, name != ModelStore.defaultModelName || store.root(named: name) != nil {
        continue
      }
      for case .name(let step) in steps.prefix(1) where functions.lookup(step.name, types: ["Any"]) == nil {
        let models = PrintableText.list(store.roots.keys.sorted())
        return Diagnostic(
          "binding.unknownName",
          "unknown name \(PrintableText.quoted(step.name)): "
            + (models.isEmpty ? "no model is registered" : "models are registered only as \(models)"),
          excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range),
          hint: noDefaultModel(for: program.text)?.hint)
      }
    }
    return nil
  }

  /// Returns the error for the name of a model that is not registered.
  func unknownModel(_ name: String, _ range: SourceRange, _ program: BindingProgram) -> Diagnostic {
    let excerpt = Diagnostic.Excerpt(source: SourceText(name: "", text: program.text), range: range)
    if name == ModelStore.defaultModelName {
      let path = program.text.utf8.dropFirst(range.lower).prefix(range.upper - range.lower)
      if var problem = noDefaultModel(for: String(Substring(path))) {
        problem.excerpt = excerpt
        return problem
      }
    }
    let names = store.roots.keys.sorted()
    let all = PrintableText.list(names)
    return Diagnostic(
      "binding.unknownModel", "unknown model \"\(name)\"", excerpt: excerpt,
      hint: NearestName.hint(for: name, in: names)
        ?? (names.isEmpty ? "no model is registered" : "expected one of \(all)"))
  }

  /// Returns the error for a path that reads the default model, while models are registered only under names; nil while
  /// none is.
  package func noDefaultModel(for path: String) -> Diagnostic? {
    let names = store.roots.keys.sorted()
    guard !names.isEmpty else { return nil }
    var path = path
    for start in ["/", "\(ModelStore.defaultModelName)>"] where path.hasPrefix(start) {
      path = String(path.dropFirst(start.count))
    }
    let first = String(path.prefix { !"/.[,(".contains($0) })
    let models = PrintableText.list(names)
    return Diagnostic(
      "model.noDefault", "reads the default model, but models are registered only as \(models)",
      hint: hint(forModelWith: first, path, names))
  }

  /// The model that has the first name of a path: one that is registered under a name, else one that is not registered.
  private func hint(forModelWith first: String, _ path: String, _ names: [String]) -> String {
    func has(_ type: EntityType) -> Bool {
      if case .unknown = resolver.meaning(of: first, on: type) { false } else { true }
    }
    let named = names.first { store.root(named: $0).flatMap(store.type(of:)).map(has) == true }
    if let named = named ?? (first.isEmpty && names.count == 1 ? names[0] : nil) {
      return "write \"\(named)>\(path)\", or register the model without a name"
    }
    let forgotten = store.unregisteredModels.first(where: has)
    return forgotten.map { "call okit.Model.register(\($0.name))" } ?? "register a model without a name"
  }
}
