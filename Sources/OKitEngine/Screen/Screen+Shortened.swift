extension Screen {
  /// The screen with the ends of long texts cut, so that each row has a bounded height: `Once upon a… (75000 characters)`.
  ///
  /// - Parameter limit: The characters of a text that are kept, their bytes, and the lines.
  package func shortened(to limit: TextLimit = TextLimit()) -> Screen {
    func cut(_ text: String?) -> String? { text.map(limit.cut) }
    var screen = self
    screen.title = cut(title) ?? ""
    screen.subtitle = cut(subtitle)
    screen.prompt = cut(prompt)
    // A dialog is read as a whole.
    screen.alert?.message = alert?.message.map(TextLimit.layout.cut)
    screen.sheet?.message = sheet?.message.map(TextLimit.layout.cut)
    for section in screen.sections.indices {
      screen.sections[section].header = cut(sections[section].header)
      screen.sections[section].footer = cut(sections[section].footer)
      for row in screen.sections[section].rows.indices {
        let original = sections[section].rows[row]
        screen.sections[section].rows[row].text = cut(original.text)
        screen.sections[section].rows[row].detail = cut(original.detail)
        screen.sections[section].rows[row].ribbon = cut(original.ribbon)
        if let control = original.control, case .string(let text) = control.value {
          screen.sections[section].rows[row].control = control.replacingValue(.string(limit.cut(text)))
        }
        screen.sections[section].rows[row].control?.placeholder = cut(original.control?.placeholder)
        screen.sections[section].rows[row].control?.options = original.control?.options.map(limit.cut) ?? []
        if let title = original.button?.title { screen.sections[section].rows[row].button?.title = limit.cut(title) }
      }
    }
    return screen
  }
}

extension Diagnostic.Note {
  /// The screen as it was, with long texts cut.
  static func screen(of screen: Screen) -> Self { .screen(screen.shortened().text()) }
}

/// How much of a text a screen shows.
package struct TextLimit: Sendable {
  package var characters = 300
  /// A character may have any number of combining marks.
  package var bytes = 4096
  package var lines = 8
  /// Of a longer text, the length is given in bytes.
  private static let countedBytes = 1 << 16

  package init() {}

  /// What a layout with a deadline reads of a text between two checks of its budget.
  static let layout: TextLimit = {
    var limit = TextLimit()
    (limit.characters, limit.bytes, limit.lines) = (.max, 1 << 20, .max)
    return limit
  }()

  /// Cuts the end of a text that exceeds the limit, and adds its whole length.
  func cut(_ text: String) -> String {
    // Most texts are short in bytes too, which are counted faster.
    if text.utf8.count <= min(characters, bytes, lines) { return text }
    var breaks = 0
    // Rounds down to a whole Unicode scalar.
    let end = text.utf8.index(text.startIndex, offsetBy: bytes, limitedBy: text.endIndex) ?? text.endIndex
    let start = Substring(text.unicodeScalars[..<end])
    let kept = start.prefix(characters).prefix { character in
      if character.isNewline { breaks += 1 }
      return breaks < lines
    }
    if kept.endIndex == text.endIndex { return text }
    // Counting the characters of long texts takes long.
    let isCounted = kept.endIndex < start.endIndex && text.utf8.count <= Self.countedBytes
    let length = isCounted ? "\(text.count) characters" : "\(text.utf8.count) bytes"
    return "\(kept)… (\(length))"
  }
}

extension Control {
  fileprivate func replacingValue(_ value: Value) -> Control {
    Control(
      kind: kind, value: value, isEnabled: isEnabled, min: min, max: max, step: step, options: options,
      placeholder: placeholder, isSecure: isSecure, mode: mode)
  }
}
