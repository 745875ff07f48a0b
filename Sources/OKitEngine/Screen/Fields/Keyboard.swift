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
  public struct Button: Sendable, Hashable {
    public var key: Key
    public var title: String
    /// The name of the image in place of the title.
    public var image: String?
    public var isEnabled: Bool
  }

  /// In the order of the bar.
  public var buttons: [Button]
}

extension Keyboard {
  var jsonValue: JSONValue { .array(buttons.map(\.jsonValue)) }
}

extension Keyboard.Button {
  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(ElementID.key(key).description), "key": .string(key.rawValue), "title": .string(title),
      "enabled": .bool(isEnabled),
    ]
    if let image { members["image"] = .string(image) }
    return .object(members)
  }
}

extension TextFrame {
  mutating func draw(_ keyboard: Keyboard, _ words: ScreenWords) {
    surface = .toolbar
    defer { surface = .cell }
    rule(words[.keyboard])
    let buttons = keyboard.buttons.map { button in
      Self.button(Self.titled(button.title, image: button.image), button.isEnabled)
    }
    centered(.joined(buttons, separator: "  "))
  }
}
