/// A button, or a label, of the navigation bar or the toolbar.
public struct BarButton: Sendable, Hashable {
  /// The function of a built-in button, independent of its localized title.
  package enum Role: String, Sendable, Hashable, CaseIterable { case add, edit, done, clear, close, help }
  /// The weight of a button's title.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    case plain, done

    package static let names = allCases.map(\.rawValue)
  }

  /// The title of the button.
  public var title: String
  /// Nil for the buttons that can always be tapped, such as Add and Edit: they have no enabled state of their own.
  package var enabled: Bool?
  /// Nil for the buttons of scripts. Not part of the JSON.
  package var role: Role?
  /// The name of the image beside the title.
  package var image: String?
  /// Nil for the style of the renderer.
  package var style: Style?
  /// Whether it is a label, which cannot be tapped.
  package var isLabel = false
  private var extras: Boxed<Extras>?

  /// What few buttons have.
  private struct Extras: Sendable, Hashable {
    var tintColor: String?
    var runs: [TextRun] = []
    var accessibility = AccessibilityTexts()
  }

  /// As `#rrggbb`; nil for the color of the theme.
  package var tintColor: String? {
    get { extras?.content.tintColor }
    set { if extras != nil || newValue != nil { extras[standard: Extras()].tintColor = newValue } }
  }
  /// The attributed text of a label.
  package var runs: [TextRun] {
    get { extras?.content.runs ?? [] }
    set { if extras != nil || !newValue.isEmpty { extras[standard: Extras()].runs = newValue } }
  }
  package var accessibility: AccessibilityTexts {
    get { extras?.content.accessibility ?? AccessibilityTexts() }
    set {
      if extras != nil || newValue != AccessibilityTexts() { extras[standard: Extras()].accessibility = newValue }
    }
  }

  package init(title: String, enabled: Bool? = nil) {
    self.title = title
    self.enabled = enabled
  }

  package init(_ role: Role, title: String) {
    self.init(title: title)
    self.role = role
  }

  /// Whether the button can be tapped.
  public var isEnabled: Bool { enabled ?? true }
}
