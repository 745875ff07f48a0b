extension Screen {
  /// The screen with the ends of long texts cut, so that each row has a bounded height: `Once upon a… (75000 characters)`.
  ///
  /// - Parameter limit: The characters of a text that are kept, and the lines.
  package func shortened(to limit: (characters: Int, lines: Int) = (300, 8)) -> Screen {
    func cut(_ text: String?) -> String? { text.map { Self.cut($0, limit.characters, limit.lines) } }
    var screen = self
    screen.title = cut(title) ?? ""
    screen.subtitle = cut(subtitle)
    screen.prompt = cut(prompt)
    for section in screen.sections.indices {
      screen.sections[section].header = cut(sections[section].header)
      screen.sections[section].footer = cut(sections[section].footer)
      for row in screen.sections[section].rows.indices {
        let original = sections[section].rows[row]
        screen.sections[section].rows[row].text = cut(original.text)
        screen.sections[section].rows[row].detail = cut(original.detail)
        screen.sections[section].rows[row].ribbon = cut(original.ribbon)
        if let control = original.control, case .string(let text) = control.value {
          screen.sections[section].rows[row].control = control.replacingValue(.string(cut(text) ?? ""))
        }
      }
    }
    return screen
  }

  private static func cut(_ text: String, _ characters: Int, _ lines: Int) -> String {
    // Most texts are short in bytes too, which are counted faster.
    if text.utf8.count <= lines { return text }
    var breaks = 0
    let kept = text.prefix(characters).prefix { character in
      if character.isNewline { breaks += 1 }
      return breaks < lines
    }
    return kept.endIndex == text.endIndex ? text : "\(kept)… (\(text.count) characters)"
  }
}

extension Control {
  fileprivate func replacingValue(_ value: Value) -> Control {
    Control(
      kind: kind, value: value, isEnabled: isEnabled, min: min, max: max, step: step, options: options,
      placeholder: placeholder, isSecure: isSecure, mode: mode)
  }
}
