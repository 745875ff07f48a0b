/// The words of a definition that okit looks up as keys of texts although they are not written as `%key`. `check` finds
/// the words of each case, and functions of bindings have theirs in `BuiltInFunction.localizes`.
package enum LocalizedWord: CaseIterable, Sendable {
  /// The class of a new entity in the dialog of `addName`: `typeName`, `type`, or the class of the elements.
  case entityClass
  /// The property that `addName` names, inside of a sentence.
  case property
  /// The same property as the label of a field.
  case propertyLabel
  /// A plain word of `searchFilters`.
  case scope
  /// The plural of the word in `subTitleObject`, without `subTitleObjectPlural`.
  case plural
  /// The element that a callout of a help view names.
  case calloutTarget

  /// Returns the key of the text of a word.
  package func key(of word: String) -> String {
    switch self {
    case .entityClass, .property, .scope, .calloutTarget: word
    case .propertyLabel: word.prefix(1).uppercased() + word.dropFirst()
    case .plural: word + "s"
    }
  }
}

extension Controller {
  /// okit's own text for a key in the runtime's language, its placeholders filled.
  final func localized(_ key: StaticString, _ arguments: String...) -> String {
    store.graph.read(store.localeSource)
    let text = services.text(key)
    return arguments.isEmpty && !text.mayHavePlaceholders
      ? text : self.text(ofKey: key.description, arguments)
  }

  /// The title of a system item.
  final func localized(_ item: SystemItem) -> String { text(ofKey: item.title, []) }

  /// The text of a word of the application; the word itself without one.
  final func localized(_ use: LocalizedWord, _ word: String) -> String { text(ofKey: use.key(of: word), []) }

  /// The text of a word of the application; nil without one.
  final func translation(_ use: LocalizedWord, _ word: String) -> String? {
    store.graph.read(store.localeSource)
    return evaluator.functionContext().texts.translation(of: use.key(of: word))
  }

  private func text(ofKey key: String, _ arguments: [String]) -> String {
    let text = evaluator.localized(key)
    guard text.mayHavePlaceholders else { return text }
    do { return try evaluator.functionContext().texts.localized(key, arguments: arguments) } catch {
      services.report(error.diagnostic("function.failed"))
      return key
    }
  }
}

extension String {
  fileprivate var mayHavePlaceholders: Bool {
    let percent = UInt8(ascii: "%")
    return utf8.withContiguousStorageIfAvailable { $0.contains(percent) } ?? utf8.contains(percent)
  }
}
