/// The bar above the keyboard while a field of a form has the focus.
public struct Keyboard: Sendable, Hashable {
  /// What a person does with the keyboard or its bar, besides typing.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// To the field before, or after.
    case previous, next
    /// Ends the editing of the field: the Done button or the Return key.
    case done
    /// Ends the editing of the field and drops what was entered.
    case cancel
    /// Validates and writes the input of all fields.
    case submit
  }

  /// A button of the bar.
  package struct Button: Sendable, Hashable {
    package var key: Key
    package var title: String
    /// The name of the image in place of the title.
    package var image: String?
    package var isEnabled: Bool

    package init(key: Key, title: String, image: String? = nil, isEnabled: Bool) {
      self.key = key
      self.title = title
      self.image = image
      self.isEnabled = isEnabled
    }
  }

  /// In the order of the bar.
  package var buttons: [Button]

  package init(buttons: [Button]) { self.buttons = buttons }
}

extension Keyboard.Button: ScreenPart {
  package static let fields: [ScreenField<Keyboard.Button>] = [
    .init("key", ScreenField<Keyboard.Button>.choice(Keyboard.Key.self), "what it does") { .string($0.key.rawValue) },
    .init("title", "string", "its text") { .string($0.title) },
    .init("enabled", "boolean", "whether it is enabled") { .bool($0.isEnabled) },
    .init("image?", "string", "the name of the image beside the title") { $0.image.map(JSONValue.string) },
  ]
}

extension TextFrame {
  mutating func draw(_ keyboard: Keyboard, _ words: ScreenWords) {
    surface = .toolbar
    defer { surface = .cell }
    rule(words[.keyboard])
    let buttons = keyboard.buttons.map { button in
      Self.button(Self.titled(button.title, image: button.image), button.isEnabled, .element(.key(button.key)))
    }
    centered(.joined(buttons, separator: "  "))
  }
}
