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

  /// Screens are copied more often than changed.
  private var box: Boxed<Fields>

  private struct Fields: Sendable, Hashable {
    var kind: Kind
    var name: String
    var instance: Int?
    var prompt: String?
    var title: String
    var subtitle: String?
    var titleRuns: [TextRun] = []
    var subtitleRuns: [TextRun] = []
    var titleView: ScreenView?
    var isEditing: Bool
    var left: [BarButton]
    var right: [BarButton]
    var toolbar: [BarButton]
    var search: SearchBar?
    var index: [String]
    var sections: [Section]
    var views: [ScreenView] = []
    var window: Window?
    var columns: [GridColumn] = []
    var columnWindow: Window?
    var hasRowHeaders: Bool = false
    var alert: Alert?
    var sheet: Sheet?
    var keyboard: Keyboard?
    var tabs: [Tab] = []
    var menus: [Screen] = []
    var storyboardName: String?
    var popGesture: Bool = false
    var stopped: String?
    var cover: Cover?
    var theme: Theme
    var menuHideStatusBar: Bool = false
    var isBusy: Bool = false
    var isStoring: Bool = false
    var hints: Hints = Hints()
    var help: [Callout]?
    var helpTitle: String = "Help"
    var words: ScreenWords = ScreenWords.english
    var gestures: Gestures
  }

  /// Whether both are copies of one screen that none of them has changed. O(1).
  package func isCopy(of other: Screen) -> Bool { box.isCopy(of: other.box) }

  /// The kind of the screen.
  package var kind: Kind {
    get { box.content.kind }
    set { box.content.kind = newValue }
  }
  /// The name of the controller.
  public var name: String {
    get { box.content.name }
    set { box.content.name = newValue }
  }
  /// The number of the opened controller: what an action names that is meant for no other one. Nil while the
  /// application is covered, and without a screen.
  public package(set) var instance: Int? {
    get { box.content.instance }
    set { box.content.instance = newValue }
  }
  /// The line above the title.
  package var prompt: String? {
    get { box.content.prompt }
    set { box.content.prompt = newValue }
  }
  /// The title of the screen.
  public var title: String {
    get { box.content.title }
    set { box.content.title = newValue }
  }
  /// The line below the title.
  public var subtitle: String? {
    get { box.content.subtitle }
    set { box.content.subtitle = newValue }
  }
  /// The attributed title and subtitle; empty for plain ones.
  package var titleRuns: [TextRun] {
    get { box.content.titleRuns }
    set { box.content.titleRuns = newValue }
    _modify { yield &box.content.titleRuns }
  }
  package var subtitleRuns: [TextRun] {
    get { box.content.subtitleRuns }
    set { box.content.subtitleRuns = newValue }
    _modify { yield &box.content.subtitleRuns }
  }
  /// A label or a button in place of the title.
  package var titleView: ScreenView? {
    get { box.content.titleView }
    set { box.content.titleView = newValue }
  }
  /// Whether the list is being edited.
  package var isEditing: Bool {
    get { box.content.isEditing }
    set { box.content.isEditing = newValue }
  }
  /// The buttons at the left of the title.
  public var left: [BarButton] {
    get { box.content.left }
    set { box.content.left = newValue }
    _modify { yield &box.content.left }
  }
  /// The buttons at the right of the title.
  public var right: [BarButton] {
    get { box.content.right }
    set { box.content.right = newValue }
    _modify { yield &box.content.right }
  }
  /// The buttons of the toolbar.
  public var toolbar: [BarButton] {
    get { box.content.toolbar }
    set { box.content.toolbar = newValue }
    _modify { yield &box.content.toolbar }
  }
  /// Nil when there is no search bar.
  package var search: SearchBar? {
    get { box.content.search }
    set { box.content.search = newValue }
  }
  /// The titles of the A–Z index, empty when it is not shown.
  package var index: [String] {
    get { box.content.index }
    set { box.content.index = newValue }
    _modify { yield &box.content.index }
  }
  /// The sections with the rows.
  public var sections: [Section] {
    get { box.content.sections }
    set { box.content.sections = newValue }
    _modify { yield &box.content.sections }
  }
  /// The labels and buttons of a screen without rows.
  package var views: [ScreenView] {
    get { box.content.views }
    set { box.content.views = newValue }
    _modify { yield &box.content.views }
  }
  /// The range of a long list's rows in `sections`; nil when it holds all.
  package var window: Window? {
    get { box.content.window }
    set { box.content.window = newValue }
  }
  /// The columns of a grid that its rows have cells for; empty for any other screen.
  package var columns: [GridColumn] {
    get { box.content.columns }
    set { box.content.columns = newValue }
    _modify { yield &box.content.columns }
  }
  /// The range of the columns of a wide grid in `columns`; nil when it holds all.
  package var columnWindow: Window? {
    get { box.content.columnWindow }
    set { box.content.columnWindow = newValue }
  }
  /// Whether the rows of a grid show their texts before their cells.
  package var hasRowHeaders: Bool {
    get { box.content.hasRowHeaders }
    set { box.content.hasRowHeaders = newValue }
  }
  /// The open alert.
  public var alert: Alert? {
    get { box.content.alert }
    set { box.content.alert = newValue }
  }
  /// The open sheet.
  public var sheet: Sheet? {
    get { box.content.sheet }
    set { box.content.sheet = newValue }
  }
  /// The bar above the keyboard; nil while no field of a form has the focus.
  package var keyboard: Keyboard? {
    get { box.content.keyboard }
    set { box.content.keyboard = newValue }
  }
  /// The tabs of the tab bar around the screen; empty without one.
  package var tabs: [Tab] {
    get { box.content.tabs }
    set { box.content.tabs = newValue }
    _modify { yield &box.content.tabs }
  }
  /// The screen of the menu, while it is open above this one.
  package var menu: Screen? {
    get { menus.first }
    set { menus = newValue.map { [$0] } ?? [] }
  }
  /// An array, because a value cannot contain one of its own type.
  private var menus: [Screen] {
    get { box.content.menus }
    set { box.content.menus = newValue }
  }
  /// The name of the storyboard that the script gives.
  package var storyboardName: String? {
    get { box.content.storyboardName }
    set { box.content.storyboardName = newValue }
  }
  /// Whether the script allows a gesture to go back.
  package var popGesture: Bool {
    get { box.content.popGesture }
    set { box.content.popGesture = newValue }
  }
  /// Why the script computes nothing any more, and the application performs no actions: a limit has stopped it.
  public var stopped: String? {
    get { box.content.stopped }
    set { box.content.stopped = newValue }
  }
  /// The protection cover, while it hides everything.
  package var cover: Cover? {
    get { box.content.cover }
    set { box.content.cover = newValue }
  }
  /// The colors and styles.
  package var theme: Theme {
    get { box.content.theme }
    set { box.content.theme = newValue }
  }
  /// Whether the status bar is hidden while the menu is open.
  package var menuHideStatusBar: Bool {
    get { box.content.menuHideStatusBar }
    set { box.content.menuHideStatusBar = newValue }
  }
  /// Whether the activity indicator is shown: the controller shows it, or a model is being stored on a server.
  package var activity: Bool { isBusy || isStoring }
  /// Whether the controller shows its activity indicator.
  package var isBusy: Bool {
    get { box.content.isBusy }
    set { box.content.isBusy = newValue }
  }
  /// Whether a model is being stored on a server.
  package var isStoring: Bool {
    get { box.content.isStoring }
    set { box.content.isStoring = newValue }
  }
  /// What the screen carries for renderers.
  package var hints: Hints {
    get { box.content.hints }
    set { box.content.hints = newValue }
    _modify { yield &box.content.hints }
  }
  /// The callouts of the help that covers the screen; nil while it is not shown.
  package var help: [Callout]? {
    get { box.content.help }
    set { box.content.help = newValue }
    _modify { yield &box.content.help }
  }
  package var helpTitle: String {
    get { box.content.helpTitle }
    set { box.content.helpTitle = newValue }
  }
  /// The texts of okit itself.
  package var words: ScreenWords {
    get { box.content.words }
    set { box.content.words = newValue }
  }
  /// Not part of the JSON.
  package var gestures: Gestures {
    get { box.content.gestures }
    set { box.content.gestures = newValue }
    _modify { yield &box.content.gestures }
  }

  package init(
    kind: Kind, name: String, prompt: String? = nil, title: String = "", subtitle: String? = nil,
    isEditing: Bool = false, left: [BarButton] = [], right: [BarButton] = [], toolbar: [BarButton] = [],
    search: SearchBar? = nil, index: [String] = [], sections: [Section] = [], window: Window? = nil,
    alert: Alert? = nil, sheet: Sheet? = nil, cover: Cover? = nil,
    theme: Theme = .standard, gestures: Gestures = []
  ) {
    box = Boxed(
      Fields(
        kind: kind, name: name, prompt: prompt, title: title, subtitle: subtitle, isEditing: isEditing, left: left,
        right: right, toolbar: toolbar, search: search, index: index, sections: sections, window: window, alert: alert,
        sheet: sheet, cover: cover, theme: theme, gestures: gestures))
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
