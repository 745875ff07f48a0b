/// The parts of a row that few rows have.
package struct RowExtras: Sendable, Hashable {
  /// The attributed text and detail text; empty for plain ones.
  package var textRuns: [TextRun] = []
  package var detailRuns: [TextRun] = []
  /// The label in the accessory view.
  package var view: ScreenView?
  /// The name of the image of the leading swipe action.
  package var leadingImage: String?
  /// Whether the row shows in the accent color that the row which it selects is open.
  package var isAccented = false
  package var isEnabled = true
  package var color: String?
  package var accessibility = AccessibilityTexts()
  /// The cells of a row of a grid.
  package var cells: [Screen.Row] = []
}

extension Screen.Row {
  package var textRuns: [TextRun] {
    get { extras?.content.textRuns ?? [] }
    set { if extras != nil || !newValue.isEmpty { extras[standard: RowExtras()].textRuns = newValue } }
  }

  package var detailRuns: [TextRun] {
    get { extras?.content.detailRuns ?? [] }
    set { if extras != nil || !newValue.isEmpty { extras[standard: RowExtras()].detailRuns = newValue } }
  }

  /// The label in the accessory view.
  package var view: ScreenView? {
    get { extras?.content.view }
    set { if extras != nil || newValue != nil { extras[standard: RowExtras()].view = newValue } }
  }

  /// The cells of a row of a grid, in the columns that the screen holds.
  public var cells: [Screen.Row] {
    get { extras?.content.cells ?? [] }
    set { if extras != nil || !newValue.isEmpty { extras[standard: RowExtras()].cells = newValue } }
  }

  /// The name of the image of the leading swipe action.
  package var leadingImage: String? {
    get { extras?.content.leadingImage }
    set { if extras != nil || newValue != nil { extras[standard: RowExtras()].leadingImage = newValue } }
  }

  /// Whether the row shows in the accent color that the row which it selects is open.
  package var isAccented: Bool {
    get { extras?.content.isAccented ?? false }
    set { if extras != nil || newValue { extras[standard: RowExtras()].isAccented = newValue } }
  }

  /// Gives the row a label for assistive technologies unless a script gives one.
  package mutating func label(byDefault label: String) {
    guard extras?.content.accessibility.label == nil, !label.isEmpty else { return }
    extras[standard: RowExtras()].accessibility.label = label
  }

  package mutating func set(_ accessibility: AccessibilityTexts) {
    if extras != nil || accessibility != AccessibilityTexts() {
      extras[standard: RowExtras()].accessibility = accessibility
    }
  }
}
