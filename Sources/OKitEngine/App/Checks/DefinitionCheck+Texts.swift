/// The localized texts in the bindings of the definitions.
extension DefinitionCheck {
  /// A `%key` in a binding.
  package struct LocalizedText {
    package let key: String
    package let range: SourceRange
    package let origin: Diagnostic.Origin
  }

  package var localizedTexts: [LocalizedText] {
    definition.controllers.flatMap { bindings(of: $0, inherited: true) }.flatMap { binding in
      let keys = Self.keys(in: binding.program.binding.parts)
      guard !keys.isEmpty else { return [LocalizedText]() }
      var origin = binding.origin
      origin.binding = binding.program.text
      return keys.map { LocalizedText(key: $0, range: $1, origin: origin) }
    }
  }

  /// The values of enumerations that are shown by their localized texts, by binding; each at the first binding that
  /// shows it.
  package var localizedCases: [[LocalizedText]] {
    var seen: Set<String> = []
    return references.map { reference in
      reference.localizedCases.filter { seen.insert($0).inserted }.map {
        LocalizedText(key: $0, range: reference.range, origin: reference.origin)
      }
    }
  }

  /// The keys in the parts of a binding and in the parameters of its functions.
  package static func keys(in parts: [Binding.Part]) -> [(String, SourceRange)] {
    parts.flatMap { part -> [(String, SourceRange)] in
      switch part.kind {
      case .constant: return []
      case .localized(let key): return [(key, part.range)]
      case .path(let path):
        return path.segments.flatMap { segment -> [(String, SourceRange)] in
          if case .keyPath(_, let arguments?, _) = segment.kind { keys(in: arguments) } else { [] }
        }
      case .formula(let formula):
        return formula.nodes.flatMap { node -> [(String, SourceRange)] in
          if case .binding(let parts) = node.kind { keys(in: parts) } else { [] }
        }
      }
    }
  }
}
