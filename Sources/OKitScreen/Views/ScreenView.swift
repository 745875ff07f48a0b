/// A label or a button that a script has placed: in a row, in a bar, as the title, or on a screen without rows.
package struct ScreenView: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable { case label, button }

  package var kind: Kind
  /// The text of a label, the title of a button.
  package var text: String
  /// The attributed text; empty for a plain one.
  package var runs: [TextRun]
  /// The name of an image beside the title of a button.
  package var image: String?
  /// Always true for a label.
  package var isEnabled: Bool
  package var accessibility: AccessibilityTexts

  package init(
    _ kind: Kind, text: String, runs: [TextRun] = [], image: String? = nil, isEnabled: Bool = true
  ) {
    (self.kind, self.text, self.runs, self.image, self.isEnabled) = (kind, text, runs, image, isEnabled)
    accessibility = AccessibilityTexts()
  }

  package var isButton: Bool { kind == .button }

  /// The view on a screen as text: a button in brackets.
  var drawing: String {
    guard isButton else { return TextWidth.printable(runs.isEmpty ? text : TextRun.marked(runs)) }
    return TextFrame.bracketed(TextFrame.titled(text, image: image), isEnabled)
  }
}

extension TextFrame {
  /// A title with the sign of a standard image beside it. Any other image has a sign only in place of a title.
  static func titled(_ title: String, image: String?) -> String {
    guard let image else { return TextWidth.printable(title) }
    let name = TextWidth.printable(title.isEmpty ? image : title)
    if let sign = image == "menu" ? "☰" : SystemItem(rawValue: image)?.sign { return sign + " " + name }
    return title.isEmpty || title == image ? "▣ " + name : name
  }
}
