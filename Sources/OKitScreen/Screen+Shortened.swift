extension Screen {
  /// The screen with the ends of long texts cut, so that each row has a bounded height: `Once upon a… (75000
  /// characters)`.
  ///
  /// - Parameters:
  ///   - limit: The characters of a text that are kept, their bytes, and the lines.
  ///   - dialogs: The same for the messages of dialogs.
  ///   - actionLimit: The actions of a dialog that are kept.
  ///   - budget: Takes steps for each text; once it is exhausted, the other texts are left out.
  package func shortened(
    to limit: TextLimit = TextLimit(), dialogs: TextLimit = .dialog, actionLimit: Int = 100,
    budget: ExecutionBudget? = nil
  ) -> Screen {
    func cut(_ text: String) -> String {
      if budget?.isExhausted(after: 1 + text.utf8.count / TextFrame.bytesPerStep) == true { return "" }
      return limit.cut(text, words)
    }
    var screen = replacingTexts(cut) { dialogs.cut($0, words) }
    let (alert, sheet) = (screen.alert?.actions ?? [], screen.sheet?.actions ?? [])
    screen.alert?.actions = shortened(alert, to: actionLimit)
    screen.sheet?.actions = shortened(sheet, to: actionLimit)
    return screen
  }

  private func shortened(_ actions: [DialogAction], to limit: Int) -> [DialogAction] {
    guard actions.count > limit else { return actions }
    return actions.prefix(limit)
      + [DialogAction(title: "… (\(words(.actions, actions.count)))", isEnabled: false)]
  }
}

extension Diagnostic.Note {
  /// The screen as it was, with long texts cut and without most rows of a long screen.
  package static func screen(of screen: Screen) -> Self { .screen(screen.excerpt()) }
}

/// The maximum length of a text on a screen.
package struct TextLimit: Sendable {
  package var characters = 300
  /// A character may have any number of combining marks.
  package var bytes = 4096
  package var lines = 8
  /// Of a longer text, the length is given in bytes.
  private static let countedBytes = 1 << 16

  package init() {}

  /// A dialog is read as a whole, as long as a person reads it.
  package static let dialog: TextLimit = {
    var limit = TextLimit()
    (limit.characters, limit.bytes, limit.lines) = (20_000, 1 << 16, 200)
    return limit
  }()

  /// The length of text that a layout with a deadline reads between two checks of its budget.
  static let layout: TextLimit = {
    var limit = TextLimit()
    (limit.characters, limit.bytes, limit.lines) = (.max, 1 << 20, .max)
    return limit
  }()

  /// Cuts the end of a text that exceeds the limit, and adds its whole length.
  package func cut(_ text: String, _ words: ScreenWords) -> String {
    // Most texts are short in bytes too, which are counted faster.
    if text.utf8.count <= min(characters, bytes, lines) { return text }
    var breaks = 0
    // Rounds down to a whole Unicode scalar.
    let end = text.utf8.index(text.startIndex, offsetBy: bytes, limitedBy: text.endIndex) ?? text.endIndex
    // A string of its own, because characters of a part are sought up to the end of the whole.
    let start = String(text.unicodeScalars[..<end])
    let kept = start.prefix(characters).prefix { character in
      if character.isNewline { breaks += 1 }
      return breaks < lines
    }
    if kept.utf8.count == text.utf8.count { return text }
    // Counting the characters of long texts takes long.
    let isCounted = kept.endIndex < start.endIndex && text.utf8.count <= Self.countedBytes
    let length = isCounted ? words(.characters, text.count) : words(.bytes, text.utf8.count)
    return "\(kept)… (\(length))"
  }
}

extension Control {
  /// Returns the control with another value, and without a text for it.
  package func replacingValue(_ value: Value) -> Control {
    var control = self
    control.value = isSecure ? .null : value
    control.isFilled = !value.isNull && value != .string("")
    control.text = nil
    return control
  }
}
