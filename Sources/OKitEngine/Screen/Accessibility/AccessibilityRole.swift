/// The role of an element for assistive technologies and locators, named as in WAI-ARIA where that has a name for it.
public enum AccessibilityRole: String, Sendable, Hashable, CaseIterable {
  case alertdialog, button, combobox, date, dialog, document, heading, img, link, note, progressbar, radiogroup, row,
    searchbox, slider
  case spinbutton
  case `switch`
  case tab, text, textbox
}

/// The texts that a script gives an element for assistive technologies and locators; nil for the ones that follow from
/// what the element shows.
package struct AccessibilityTexts: Sendable, Hashable {
  package var label: String?
  package var hint: String?
  package var identifier: String?

  package init(label: String? = nil, hint: String? = nil, identifier: String? = nil) {
    (self.label, self.hint, self.identifier) = (label, hint, identifier)
  }
}

/// What assistive technologies and locators know of an element. It follows from the element when someone asks.
package struct Accessibility: Sendable, Hashable {
  package var role: AccessibilityRole
  package var label: String
  package var value: String?
  package var hint: String?
  package var identifier: String?

  /// - Parameter label: The label of an element without a text for it.
  init(_ role: AccessibilityRole, _ label: String, value: String? = nil, _ texts: AccessibilityTexts? = nil) {
    (self.role, self.value) = (role, value)
    self.label = texts?.label ?? label
    (hint, identifier) = (texts?.hint, texts?.identifier)
  }

  /// The members of the element's JSON data. The texts that only a script gives are members where they are given.
  ///
  /// - Parameter withValue: False for an element whose data has a `value` of its own.
  func members(withValue: Bool = true) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["role": .string(role.rawValue), "label": .string(label)]
    if withValue { members["value"] = JSONValue(value) }
    if let hint { members["hint"] = .string(hint) }
    if let identifier { members["identifier"] = .string(identifier) }
    return members
  }

  /// The names of all members.
  package static let names = ["role", "label", "value", "hint", "identifier"]
}
