/// The titles of the scopes of a list.
extension ListController {
  /// Returns the titles of the scopes after `All`. A plain word, as storyboards write it, is a key of the texts of the
  /// application; the rows are compared with the word itself.
  func titles(ofScopes texts: [String]) -> [String] {
    guard let given = properties.given(Self.listKeys.searchFilters) else { return texts }
    let words = plainWords(given)
    return words.isEmpty ? texts : texts.map { words.contains($0) ? localized(.scope, $0) : $0 }
  }

  private func plainWords(_ value: PropertyValue) -> Set<String> {
    switch value {
    case .binding(let program):
      let type = effectiveContext.flatMap(store.type(of:))
      return Set(
        zip(program.parts, program.binding.parts).compactMap { part, written in
          evaluator.startsNowhere(part, in: type) ? program.binding.plainText(of: written) : nil
        })
    case .list(let values): return values.reduce(into: []) { $0.formUnion(plainWords($1)) }
    default: return []
    }
  }
}
