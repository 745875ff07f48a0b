/// The role of an element for assistive technologies and locators, named as in WAI-ARIA where that has a name for it.
package enum AccessibilityRole: String, Sendable, Hashable, CaseIterable {
  case alertdialog, button, columnheader, combobox, date, dialog, document, gridcell, heading, img, link, note
  case progressbar, radiogroup, row, searchbox, slider
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
package struct Accessibility: ScreenPart, Sendable, Hashable {
  package var role: AccessibilityRole
  package var label: String
  package var value: String?
  package var hint: String?
  package var identifier: String?

  /// - Parameter label: The label of an element without a text for it.
  package init(_ role: AccessibilityRole, _ label: String, value: String? = nil, _ texts: AccessibilityTexts? = nil) {
    (self.role, self.value) = (role, value)
    self.label = texts?.label ?? label
    (hint, identifier) = (texts?.hint, texts?.identifier)
  }

  /// The texts that only a script gives are members where they are given.
  package static let fields: [ScreenField<Accessibility>] = [
    .init("role", ScreenField<Accessibility>.choice(AccessibilityRole.self), "its role") { .string($0.role.rawValue) },
    .init("label", "string", "its accessibility label") { .string($0.label) },
    .init("value", "string?", "its value as the user sees it") { JSONValue($0.value) },
    .init("hint?", "string", "its accessibility hint") { $0.hint.map(JSONValue.string) },
    .init("identifier?", "string", "its accessibility identifier") { $0.identifier.map(JSONValue.string) },
  ]
}
