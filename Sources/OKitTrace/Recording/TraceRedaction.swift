/// Masks the values that nobody may read in a trace: the secrets of an application, and those that `--redact` names.
package final class TraceRedaction {
  /// The steps of model paths: the name of the model, then names and indices, or `*`.
  private let paths: [[String]]
  /// The values at these paths, which are masked wherever they occur.
  private let values = Secrets()

  /// - Parameter paths: Such as `/customers/*/email`, in another model `people>/persons/*/name`.
  package init(_ paths: [String]) { self.paths = paths.map(Self.steps) }

  private static func steps(_ path: String) -> [String] {
    let parts = path.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
    let model = parts.count == 2 ? String(parts[0]) : ModelStore.defaultModelName
    return [model] + (parts.last ?? "").split(separator: "/").map(String.init)
  }

  package var isEmpty: Bool { paths.isEmpty }

  /// Returns a text without redacted values.
  func shown(_ text: String) -> String { values.masked(text) }

  /// Returns a value without secrets and redacted values.
  package func shown(_ value: JSONValue, _ secrets: Secrets) -> JSONValue { mask([secrets])?(value) ?? value }

  /// Returns an action in the terms of a test, without what is entered into the field of a redacted property.
  package func statement(_ action: ScreenAction, on screen: Screen) -> ActionStatement {
    let statement = ActionStatement(action, on: screen)
    guard let binding = statement.target?.path else { return statement }
    let property = binding.split { "/>.".contains($0) }.last.map(String.init) ?? binding
    guard paths.contains(where: { $0.last == property || $0.last == "*" }), action.enteredText != "" else {
      return statement
    }
    if let text = action.enteredText { values.add(value: text) }
    return ActionStatement(action.withoutText, on: screen)
  }

  /// Returns what masks the values of a record; nil where nothing is secret.
  func mask(_ secrets: [Secrets]) -> ((JSONValue) -> JSONValue)? {
    let all = (secrets + [values]).filter { !$0.isEmpty }
    return all.isEmpty ? nil : { value in all.reduce(value) { $1.masked($0) } }
  }

  /// Keeps the properties of secure fields that no screen has shown yet out of the trace, and their values.
  package func add(secure names: Set<String>, of models: [String: JSONValue], to secrets: Secrets) {
    guard !names.isEmpty else { return }
    for name in names { secrets.add(property: name) }
    for model in models.values { Self.addValues(of: names, in: model, to: secrets) }
  }

  private static func addValues(of names: Set<String>, in value: JSONValue, to secrets: Secrets) {
    switch value {
    case .array(let elements): for element in elements { addValues(of: names, in: element, to: secrets) }
    case .object(let members):
      for (name, member) in members {
        if names.contains(name), case .string(let text) = member {
          secrets.add(value: text)
        } else {
          addValues(of: names, in: member, to: secrets)
        }
      }
    default: break
    }
  }

  /// Returns models without the redacted values, which are masked from now on.
  package func redacted(_ models: [String: JSONValue]) -> [String: JSONValue] {
    var models = models
    for path in paths {
      guard let name = path.first, let model = models[name] else { continue }
      models[name] = hidden(model, path.dropFirst())
    }
    return models
  }

  /// Returns a change without the redacted values, which are masked from now on.
  func redacted(_ patch: Patch) -> Patch {
    guard !paths.isEmpty else { return patch }
    var patch = patch
    let steps = Self.steps(patch.path)
    for path in paths where zip(path, steps).allSatisfy({ $0 == "*" || $0 == $1 }) {
      let rest = path.dropFirst(steps.count)
      patch.old = hidden(patch.old, rest)
      patch.value = hidden(patch.value, rest)
    }
    return patch
  }

  private func hidden(_ value: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
    guard let step = path.first else {
      note(value)
      return value == .null ? .null : .string(Secrets.mask)
    }
    let rest = path.dropFirst()
    return switch value {
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { ($0, step == "*" || step == $0 ? hidden($1, rest) : $1) }))
    case .array(let elements):
      .array(elements.enumerated().map { step == "*" || step == String($0) ? hidden($1, rest) : $1 })
    default: value
    }
  }

  /// Masks the texts and numbers of a value wherever they occur.
  private func note(_ value: JSONValue) {
    switch value {
    case .string(let text): values.add(value: text)
    case .int, .double, .number: if let text = try? value.json() { values.add(value: text) }  // It was read as JSON.
    case .array(let elements): elements.forEach(note)
    case .object(let members): members.values.forEach(note)
    case .null, .bool: break
    }
  }
}
