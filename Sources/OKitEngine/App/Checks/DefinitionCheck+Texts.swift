/// The localized texts in the definitions.
extension DefinitionCheck {
  /// The keys of texts that okit looks up for one place of the definitions.
  package struct LocalizedText: Sendable {
    /// Several for a word that is shown in several forms, and for the values of an enumeration.
    package private(set) var keys: [String]
    package let range: SourceRange
    package let origin: Diagnostic.Origin
    /// Whether the place has the key as it is: `%key`.
    package private(set) var isWritten = false
    /// Whether there is something fitting to show without a text.
    package private(set) var isOptional = false

    /// Adds the keys of another text for the same place.
    package mutating func add(_ other: LocalizedText) { keys += other.keys.filter { !keys.contains($0) } }
  }

  /// All keys that bindings and words of definitions have, and that okit forms from them.
  package var localizedTexts: [LocalizedText] {
    definition.controllers.flatMap { bindings(of: $0, inherited: true) }.flatMap { binding in
      let found = Self.texts(in: binding.program.binding.parts)
      guard !found.isEmpty else { return [LocalizedText]() }
      var origin = binding.origin
      origin.binding = binding.program.text
      return found.map { LocalizedText(keys: $0.keys, range: $0.range, origin: origin, isWritten: $0.isWritten) }
    } + localizedWords
  }

  /// The values of enumerations that are shown by their localized texts, by binding; each at the first binding that
  /// shows it.
  package var localizedCases: [LocalizedText] {
    var seen: Set<String> = []
    return references.compactMap { reference in
      let keys = reference.localizedCases.filter { seen.insert($0).inserted }
      return keys.isEmpty ? nil : LocalizedText(keys: keys, range: reference.range, origin: reference.origin)
    }
  }

  /// The `%keys` in the parts of a binding and in the parameters of its functions.
  package static func keys(in parts: [Binding.Part]) -> [(String, SourceRange)] {
    texts(in: parts).filter(\.isWritten).flatMap { text in text.keys.map { ($0, text.range) } }
  }

  // MARK: Bindings

  private typealias Text = (keys: [String], range: SourceRange, isWritten: Bool)

  /// The keys in the parts of a binding, and the words that its functions look up.
  private static func texts(in parts: [Binding.Part]) -> [Text] {
    parts.flatMap { part -> [Text] in
      switch part.kind {
      case .constant: return []
      case .localized(let key): return [([key], part.range, true)]
      case .path(let path):
        return path.segments.flatMap { segment -> [Text] in
          guard case .keyPath(let steps, let arguments?, _) = segment.kind else { return [] }
          return texts(in: arguments) + word(of: steps, arguments)
        }
      case .formula(let formula):
        return formula.nodes.flatMap { node -> [Text] in
          switch node.kind {
          case .binding(let parts): return texts(in: parts)
          case .call(let name): return word(of: name, node, formula).map { [$0] } ?? []
          default: return []
          }
        }
      }
    }
  }

  /// `visits/suffixPlural(#piece)`
  private static func word(of steps: [Binding.KeyPathStep], _ arguments: [Binding.Part]) -> [Text] {
    guard case .name(let name)? = steps.last?.kind, let use = localizedWord(of: name), use != .receiver,
      let argument = arguments.first, let word = argument.constantText
    else { return [] }
    return [(keys(of: word, use), argument.range, false)]
  }

  /// `= suffixPlural(visits, 'piece')`: nil where the word is not a constant.
  static func word(
    of name: String, _ call: Formula.Node, _ formula: Formula?
  ) -> (keys: [String], range: SourceRange, isWritten: Bool)? {
    guard let formula, let use = localizedWord(of: name) else { return nil }
    let position = use == .receiver ? 0 : 1
    guard call.operands.indices.contains(position) else { return nil }
    let operand = formula.nodes[call.operands[position]]
    switch operand.kind {
    case .literal(let value): return value.scalarText.map { (keys(of: $0, use), operand.range, false) }
    case .binding(let parts):
      guard parts.count == 1, let word = parts[0].constantText else { return nil }
      return (keys(of: word, use), parts[0].range, false)
    default: return nil
    }
  }

  /// The built-in functions that look up texts.
  package static let localizingFunctions = Set(
    BuiltInFunctions.table.values.flatMap(\.values).filter { $0.localizes != nil }.map(\.name))

  /// What a built-in function with that name looks up.
  static func localizedWord(of name: String) -> BuiltInFunction.LocalizedWord? {
    for functions in BuiltInFunctions.table.values { if let use = functions[name]?.localizes { return use } }
    return nil
  }

  private static func keys(of word: String, _ use: BuiltInFunction.LocalizedWord) -> [String] {
    use == .parameterAndPlural ? [word, word + "s"] : [word]
  }
}

extension Binding.Part {
  fileprivate var constantText: String? {
    if !negated, case .constant(let value) = kind { value.scalarText } else { nil }
  }
}
