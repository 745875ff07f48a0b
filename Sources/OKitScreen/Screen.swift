/// The content and the actions of a screen at one moment, as plain data: the same for scripts, JSON and every renderer.
///
/// Hidden rows are absent, and secure text is in no part of it.
public struct Screen: Sendable, Hashable {
  /// A kind of screen.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case list, detail, selection, menu, views, grid
  }

  /// The actions of the screen as a whole, besides its buttons and rows.
  package struct Gestures: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Pulling down refreshes.
    package static let refresh = Gestures(rawValue: 1)
    /// The title can be tapped.
    package static let titleTap = Gestures(rawValue: 2)
  }

  /// The kind of the screen.
  package var kind: Kind
  /// The name of the controller.
  public var name: String
  /// The number of the opened controller: what an action names that is meant for no other one. Nil while the
  /// application is covered, and without a screen.
  public package(set) var instance: Int?
  /// The line above the title.
  package var prompt: String?
  /// The title of the screen.
  public var title: String
  /// The line below the title.
  public var subtitle: String?
  /// The attributed title and subtitle; empty for plain ones.
  package var titleRuns: [TextRun] = []
  package var subtitleRuns: [TextRun] = []
  /// A label or a button in place of the title.
  package var titleView: ScreenView?
  /// Whether the list is being edited.
  package var isEditing: Bool
  /// The buttons at the left of the title.
  public var left: [BarButton]
  /// The buttons at the right of the title.
  public var right: [BarButton]
  /// The buttons of the toolbar.
  public var toolbar: [BarButton]
  /// Nil when there is no search bar.
  package var search: SearchBar?
  /// The titles of the A–Z index, empty when it is not shown.
  package var index: [String]
  /// The sections with the rows.
  public var sections: [Section]
  /// The labels and buttons of a screen without rows.
  package var views: [ScreenView] = []
  /// The range of a long list's rows in `sections`; nil when it holds all.
  package var window: Window?
  /// The columns of a grid that its rows have cells for; empty for any other screen.
  package var columns: [GridColumn] = []
  /// The range of the columns of a wide grid in `columns`; nil when it holds all.
  package var columnWindow: Window?
  /// Whether the rows of a grid show their texts before their cells.
  package var hasRowHeaders = false
  /// The open alert.
  public var alert: Alert?
  /// The open sheet.
  public var sheet: Sheet?
  /// The bar above the keyboard; nil while no field of a form has the focus.
  package var keyboard: Keyboard?
  /// The tabs of the tab bar around the screen; empty without one.
  package var tabs: [Tab] = []
  /// The screen of the menu, while it is open above this one.
  package var menu: Screen? {
    get { menus.first }
    set { menus = newValue.map { [$0] } ?? [] }
  }
  /// An array, because a value cannot contain one of its own type.
  private var menus: [Screen] = []
  /// The name of the storyboard that the script gives.
  package var storyboardName: String?
  /// Whether the script allows a gesture to go back.
  package var popGesture = false
  /// Why the script computes nothing any more, and the application performs no actions: a limit has stopped it.
  public var stopped: String?
  /// The protection cover, while it hides everything.
  package var cover: Cover?
  /// The colors and styles.
  package var theme: Theme
  /// Whether the status bar is hidden while the menu is open.
  package var menuHideStatusBar = false
  /// Whether the activity indicator is shown: the controller shows it, or a model is being stored on a server.
  package var activity: Bool { isBusy || isStoring }
  /// Whether the controller shows its activity indicator.
  package var isBusy = false
  /// Whether a model is being stored on a server.
  package var isStoring = false
  /// What the screen carries for renderers.
  package var hints = Hints()
  /// The callouts of the help that covers the screen; nil while it is not shown.
  package var help: [Callout]?
  package var helpTitle = "Help"
  /// The texts of okit itself.
  package var words = ScreenWords.english
  /// Not part of the JSON.
  package var gestures: Gestures

  package init(
    kind: Kind, name: String, prompt: String? = nil, title: String = "", subtitle: String? = nil,
    isEditing: Bool = false, left: [BarButton] = [], right: [BarButton] = [], toolbar: [BarButton] = [],
    search: SearchBar? = nil, index: [String] = [], sections: [Section] = [], window: Window? = nil,
    alert: Alert? = nil, sheet: Sheet? = nil, cover: Cover? = nil,
    theme: Theme = .standard, gestures: Gestures = []
  ) {
    self.kind = kind
    self.name = name
    self.prompt = prompt
    self.title = title
    self.subtitle = subtitle
    self.isEditing = isEditing
    self.left = left
    self.right = right
    self.toolbar = toolbar
    self.search = search
    self.index = index
    self.sections = sections
    self.window = window
    self.alert = alert
    self.sheet = sheet
    self.cover = cover
    self.theme = theme
    self.gestures = gestures
  }

  /// Whether the protection cover hides everything.
  package var isCovered: Bool { cover != nil }

  /// The row at a path, nil when there is none.
  package subscript(path: RowPath) -> Row? {
    guard sections.indices.contains(path.section) else { return nil }
    let rows = sections[path.section].rows
    return rows.indices.contains(path.row) ? rows[path.row] : nil
  }

  /// The number of the rows that it holds, without those that add an entity.
  package var rowCount: Int { sections.reduce(0) { $0 + $1.rowCount } }

  /// The paths of all rows, top to bottom.
  package var rowPaths: [RowPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.indices.map { RowPath(section: section, row: $0) }
    }
  }
}

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
  /// As `#rrggbb`; nil for the color of the theme.
  package var tintColor: String?
  /// The attributed text of a label.
  package var runs: [TextRun] = []
  /// Whether it is a label, which cannot be tapped.
  package var isLabel = false
  package var accessibility = AccessibilityTexts()

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
