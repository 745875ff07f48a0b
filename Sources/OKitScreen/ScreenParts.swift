/// Properties of a controller that only renderers use; nil where the controller has no such property.
package struct Hints: Sendable, Hashable {
  /// The margin above the activity indicator, in points.
  package var activityTop: Double?
  package var forceUpdate: Bool?
  package var forceListUpdate: Bool?
  /// The name that the script gives to the class of the references of a selection.
  package var refTypeName: String?

  package init(
    activityTop: Double? = nil, forceUpdate: Bool? = nil, forceListUpdate: Bool? = nil, refTypeName: String? = nil
  ) {
    self.activityTop = activityTop
    self.forceUpdate = forceUpdate
    self.forceListUpdate = forceListUpdate
    self.refTypeName = refTypeName
  }
}

/// The part of a long list that a screen holds: `from` counts rows of all sections, from 0.
package struct Window: Sendable, Hashable {
  /// The number of all rows.
  package var total: Int
  /// The index of the first row that the screen has.
  package var from: Int

  package init(total: Int, from: Int) {
    self.total = total
    self.from = from
  }
}

/// A column of a grid.
package struct GridColumn: Sendable, Hashable {
  /// The order of the rows by a column.
  package enum Order: String, Sendable, Hashable, CaseIterable { case ascending, descending }

  /// Among all columns, from 0.
  package var index: Int
  /// The title of the column.
  package var title: String
  /// Whether a tap on the title sorts the rows.
  package var isSortable: Bool
  /// The order of the rows by this column; nil where they are not sorted by it.
  package var order: Order?

  package init(index: Int, title: String, isSortable: Bool = false, order: Order? = nil) {
    (self.index, self.title, self.isSortable, self.order) = (index, title, isSortable, order)
  }
}

/// The search field of a list and its scope buttons.
package struct SearchBar: Sendable, Hashable {
  /// The search text.
  package var text: String
  /// The titles of the scopes.
  package var scopes: [String]
  /// The index of the chosen scope.
  package var scope: Int
  /// The accessibility label.
  package var label = "Search"

  package init(text: String = "", scopes: [String] = [], scope: Int = 0) {
    self.text = text
    self.scopes = scopes
    self.scope = scope
  }
}

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
