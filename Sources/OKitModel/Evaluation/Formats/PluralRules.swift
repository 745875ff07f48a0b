internal import _FoundationICU

/// The categories of plurals of a language, by the rules of CLDR that ICU has: `one` and `other` in English, `one`,
/// `few`, `many` and `other` in Polish.
final class PluralRules {
  private let handle: OpaquePointer

  /// Nil for a language of which ICU knows no rules.
  init?(language: String) {
    var status = U_ZERO_ERROR
    guard let handle = swift_uplrules_open(language, &status), !status.isFailure else { return nil }
    self.handle = handle
  }

  deinit { swift_uplrules_close(handle) }

  /// Returns the category of a number.
  func category(of number: Double) -> String {
    ICUText.read { swift_uplrules_select(handle, number, $0, $1, &$2) } ?? "other"
  }
}

extension FunctionContext {
  /// Returns the form of a word that fits a number, such as the text of `entry.few`; nil where the texts have no forms
  /// of the word. A language whose texts have no form for the category of the number has the form `other`.
  package func pluralForm(of word: String, for number: Double) -> String? {
    texts.pluralForm(of: word) { language in formatters.pluralCategory(of: number, language: language) }
  }
}
