/// A change of the text of a binding.
struct TextEdit {
  enum Replacement {
    case text(String)
    /// The same between two texts.
    case wrapped(String, String)
  }

  var mutator: Mutator
  /// In UTF-8 offsets of the text.
  var range: SourceRange
  var replacement: Replacement
  /// What reports show with the change, if it is more.
  var shown: SourceRange?

  init(_ mutator: Mutator, _ range: SourceRange, _ replacement: Replacement, shown: SourceRange? = nil) {
    (self.mutator, self.range, self.replacement, self.shown) = (mutator, range, replacement, shown)
  }
}
