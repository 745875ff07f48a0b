/// A dialog above everything else.
public struct Alert: Sendable, Hashable {
  /// The identifier of the open dialog.
  package var id = DialogID(0)
  /// The title of the alert.
  public var title: String?
  /// The text below the title.
  public var message: String?
  /// The fields of the alert.
  package var fields: [DialogField]
  /// The buttons of the alert.
  public var actions: [DialogAction]

  package init(
    title: String? = nil, message: String? = nil, fields: [DialogField] = [], actions: [DialogAction] = []
  ) {
    self.title = title
    self.message = message
    self.fields = fields
    self.actions = actions
  }
}

/// A choice of actions that slides in from below.
public struct Sheet: Sendable, Hashable {
  /// The identifier of the open dialog.
  package var id = DialogID(0)
  /// The title of the sheet.
  public var title: String?
  /// The text below the title.
  public var message: String?
  /// The buttons of the sheet.
  public var actions: [DialogAction]

  package init(title: String? = nil, message: String? = nil, actions: [DialogAction] = []) {
    self.title = title
    self.message = message
    self.actions = actions
  }
}

/// A button of an alert or a sheet.
public struct DialogAction: Sendable, Hashable {
  /// The meaning of a button in a dialog.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    case `default`, cancel, destructive
  }

  /// The title of the button.
  public var title: String
  /// The meaning of the button.
  package var style: Style
  /// Whether the button can be tapped.
  public var isEnabled: Bool

  package init(title: String, style: Style = .default, isEnabled: Bool = true) {
    self.title = title
    self.style = style
    self.isEnabled = isEnabled
  }
}

/// A text field of an alert.
package struct DialogField: Sendable, Hashable {
  /// The name of the field.
  package var name: String
  /// The text in the empty field.
  package var placeholder: String?
  /// Always nil when `isSecure`.
  package let text: String?
  /// Whether the field hides what is typed.
  package let isSecure: Bool
  /// Whether there is any text: all that can be seen of a secure one. Not part of the JSON.
  package let isFilled: Bool

  package init(name: String, placeholder: String? = nil, text: String = "", isSecure: Bool = false) {
    self.name = name
    self.placeholder = placeholder
    self.text = isSecure ? nil : text
    self.isSecure = isSecure
    isFilled = !text.isEmpty
  }

  /// The name of the field as the user sees it.
  package var shownName: String { placeholder.flatMap { $0.isEmpty ? nil : $0 } ?? name }
}

extension Alert: ScreenPart {
  package static let fields: [ScreenField<Alert>] = [
    .init("title", "string?", "the title") { JSONValue($0.title) },
    .init("message", "string?", "the text below it") { JSONValue($0.message) },
    .init("fields", "okit.ShownField[]", "its text fields; empty for a sheet") { alert in
      .array(alert.fields.enumerated().map { $1.jsonValue(DialogPartID(alert.id, .field, $0), $1.element) })
    },
    .init("actions", "okit.ShownAction[]", "its buttons") { alert in
      .array(alert.actions.enumerated().map { $1.jsonValue(DialogPartID(alert.id, .action, $0), $1.element) })
    },
  ]

  package var jsonValue: JSONValue { jsonValue(id, element) }
}

extension Sheet {
  /// With the keys of an alert, so that both read alike.
  package var jsonValue: JSONValue {
    var alert = Alert(title: title, message: message, actions: actions)
    alert.id = id
    return alert.jsonValue(id, element)
  }
}

extension DialogField: ScreenPart {
  package static let fields: [ScreenField<DialogField>] = [
    .init("name", "string", "its name in the answer") { .string($0.name) },
    .init("placeholder", "string?", "the text shown while it is empty") { JSONValue($0.placeholder) },
    .init("text", "string?", "its text") { JSONValue($0.text) },
    .init("secure", "boolean", "whether the text is hidden") { .bool($0.isSecure) },
  ]
}

extension DialogAction: ScreenPart {
  package static let fields: [ScreenField<DialogAction>] = [
    .init("title", "string", "its text") { .string($0.title) },
    .init("style", "okit.ActionStyle", "its style") { .string($0.style.rawValue) },
    .init("enabled", "boolean", "whether it is enabled") { .bool($0.isEnabled) },
  ]
}

extension DialogAction {
  /// The hint for an action on a screen that a dialog with these actions covers; nil without actions.
  package static func answerHint(_ actions: [DialogAction]) -> String? {
    let titles = actions.prefix(5).map { "\"\($0.title)\"" }
    guard !titles.isEmpty else { return nil }
    return "tap \(titles.joined(separator: " or ")) first"
  }
}

extension Screen {
  /// The name of the open dialog in messages: `alert "New Book"`.
  package var dialogName: String? {
    if let alert { return "alert" + Self.quoted(alert.title ?? alert.message) }
    if let sheet { return "sheet" + Self.quoted(sheet.title ?? sheet.message) }
    return nil
  }

  /// The actions of the open dialog; empty without one.
  package var dialogActions: [DialogAction] { alert?.actions ?? sheet?.actions ?? [] }

  /// The identifier of the open dialog.
  package var dialogID: DialogID? { alert?.id ?? sheet?.id }

  private static func quoted(_ title: String?) -> String { title.map { " \"\($0)\"" } ?? "" }
}
