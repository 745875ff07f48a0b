/// The properties that give an element its texts for assistive technologies and locators.
package struct AccessibilityKeys: Sendable {
  let label: ComponentKey<String>
  let hint: ComponentKey<String>
  let identifier: ComponentKey<String>
}

extension SchemaTable {
  mutating func accessibility() -> AccessibilityKeys {
    AccessibilityKeys(
      label: string(
        "accessibilityLabel", effect: "label",
        "the label for assistive technologies and `app:byLabel`; by default the text"),
      hint: string("accessibilityHint", effect: "hint", "what an action on it does, for assistive technologies"),
      identifier: string(
        "accessibilityIdentifier", effect: "identifier", "a name for tests and automation, for `app:byIdentifier`"))
  }
}

extension BoundProperties {
  /// The texts that the script gives; reading costs nothing for those that it does not give.
  func accessibility(_ keys: AccessibilityKeys) -> AccessibilityTexts {
    AccessibilityTexts(label: self[keys.label], hint: self[keys.hint], identifier: self[keys.identifier])
  }
}
