extension Screen: ScreenPart {
  /// In the order of differences.
  package static let fields: [ScreenField<Screen>] = [
    .init("kind", ScreenField<Screen>.choice(Kind.self), "the kind of the controller") { .string($0.kind.rawValue) },
    .init("name", "string", "the controller's name") { .string($0.name) },
    .init("instance", "integer?", "the number of the opened controller; nil while the application is covered") {
      $0.instance.map(JSONValue.int) ?? .null
    },
    .init("prompt", text: \.prompt, "the line above the title"),
    .init("title", "string", "the title") { .string($0.title) },
    .init("subtitle", text: \.subtitle, "the line below it"),
    .init("editing", "boolean", "whether it is in edit mode") { .bool($0.isEditing) },
    .init("left", "okit.ShownBarButton[]", "the buttons at the left", isLazy: true) { $0.jsonValue(of: .left) },
    .init("right", "okit.ShownBarButton[]", "the buttons at the right", isLazy: true) { $0.jsonValue(of: .right) },
    .init("toolbar", "okit.ShownBarButton[]", "the buttons below", isLazy: true) { $0.jsonValue(of: .toolbar) },
    .init("search", "okit.ShownSearch?", "the search bar", isLazy: true) { $0.search?.jsonValue ?? .null },
    .init("index", "string[]", "the titles of the index", isLazy: true) { JSONValue($0.index) },
    .init("sections", "okit.ShownSection[]", "the rows in their sections", isLazy: true) {
      .array($0.sections.map(\.jsonValue))
    },
    .init("total?", "integer", "the number of rows of a long list, of which `sections` holds a part") {
      ($0.window?.total).map(JSONValue.int)
    },
    .init("from?", "integer", "the index of the first row of that part, from 0") {
      ($0.window?.from).map(JSONValue.int)
    },
    .init("columns?", "okit.ShownColumn[]", "the columns of a grid, for which its rows have `cells`", isLazy: true) {
      $0.kind == .grid ? .array($0.columns.map { $0.jsonValue(ElementID.column($0.index), $0.element) }) : nil
    },
    .init("columnTotal?", "integer", "the number of columns of a wide grid, of which `columns` holds a part") {
      ($0.columnWindow?.total).map(JSONValue.int)
    },
    .init("columnFrom?", "integer", "the index of the first column of that part, from 0") {
      ($0.columnWindow?.from).map(JSONValue.int)
    },
    .init("rowHeaders?", "boolean", "whether the rows of a grid show their texts before their cells") {
      $0.kind == .grid ? .bool($0.hasRowHeaders) : nil
    },
    .init("alert", "okit.ShownDialog?", "the open alert", isLazy: true) { $0.alert?.jsonValue ?? .null },
    .init("sheet", "okit.ShownDialog?", "the open sheet", isLazy: true) { $0.sheet?.jsonValue ?? .null },
    .init("tabs", "okit.ShownTab[]", "the tabs of the tab bar around it; empty without one", isLazy: true) {
      .array($0.tabs.enumerated().map { $1.jsonValue(ElementID.tab($0), $1.element) })
    },
    .init("menu", "okit.Screen?", "the screen of the menu while it is open", isLazy: true) {
      $0.menu?.jsonValue ?? .null
    },
    .init("storyboardName", "string?", "the name of the storyboard that the script gives") {
      JSONValue($0.storyboardName)
    },
    .init("popGesture", "boolean", "whether the script allows a gesture to go back") { .bool($0.popGesture) },
    .init("menuHideStatusBar", "boolean", "whether the status bar is hidden while the menu is open") {
      .bool($0.menuHideStatusBar)
    },
    .init("stopped?", "string", "why a limit has stopped the script, so that what it computes is missing") {
      $0.stopped.map(JSONValue.string)
    },
    .init("cover", "okit.ShownCover?", "the cover, while it hides everything else", isLazy: true) {
      $0.cover?.jsonValue() ?? .null
    },
    .init("theme", "okit.ShownTheme", "the colors and styles", isLazy: true) { $0.theme.jsonValue },
    .init(
      "activity", "boolean", "whether the activity indicator is shown, or a model is being stored on a server"
    ) { .bool($0.activity) },
    .init(
      "titleRuns", "okit.TextRun[]", "the runs of an attributed title; empty for a plain one", isLazy: true
    ) { .array($0.titleRuns.map(\.jsonValue)) },
    .init("subtitleRuns", "okit.TextRun[]", "the runs of an attributed subtitle", isLazy: true) {
      .array($0.subtitleRuns.map(\.jsonValue))
    },
    .init("titleView", "okit.ShownView?", "the label or button in place of the title", isLazy: true) {
      $0.titleView.map { $0.jsonValue(ElementID.title, $0.element) } ?? .null
    },
    .init("views", "okit.ShownView[]", "the labels and buttons of an `okit.ModelController`", isLazy: true) {
      .array($0.views.enumerated().map { $1.jsonValue(ElementID.view($0), $1.element) })
    },
    .init(
      "help", "okit.ShownCallout[]?", "the callouts of the help that covers the screen", isLazy: true
    ) { $0.help.map { .array($0.map { $0.jsonValue() }) } ?? .null },
    .init("helpTitle", "string?", "the title of the help that covers the screen", isLazy: true) {
      $0.help == nil ? .null : .string($0.helpTitle)
    },
    .init("activityTop", "number?", "the margin above the activity indicator of a list, in points", isLazy: true) {
      JSONValue(number: $0.hints.activityTop)
    },
    .init("forceUpdate", "boolean?", "the property of the controller", isLazy: true) {
      JSONValue($0.hints.forceUpdate)
    },
    .init("forceListUpdate", "boolean?", "the property of the list", isLazy: true) {
      JSONValue($0.hints.forceListUpdate)
    },
    .init("refTypeName", "string?", "the property of the selection", isLazy: true) {
      JSONValue($0.hints.refTypeName)
    },
    .init(
      "keyboard", "okit.ShownKey[]?", "the buttons above the keyboard, while a field of a form has the focus",
      isLazy: true
    ) { $0.keyboard.map { .array($0.buttons.map { $0.jsonValue(ElementID.key($0.key)) }) } ?? .null },
    // The difference of the gestures says it, too.
    .init("refresh", "boolean", "whether pulling the list refreshes it", isLazy: true) {
      .bool($0.gestures.contains(.refresh))
    },
  ]

  /// The fields that scripts read when they ask for them.
  package static let lazyFields = fields.filter(\.isLazy)
  private static let plainFields = fields.filter { !$0.isLazy }

  /// The screen as JSON data. Every key is there, null where there is nothing; `total` and `from` only for a part of
  /// a long list, a button's `enabled` only where it has that state.
  public var jsonValue: JSONValue { .object(members()) }

  /// The members that have no members themselves.
  package var plainMembers: [String: JSONValue] { members(Self.plainFields) }

  private func jsonValue(of bar: BarButtonID.Bar) -> JSONValue {
    let buttons = buttons(of: bar)
    return .array(zip(BarButtonID.all(buttons, in: bar), buttons).map { $1.jsonValue($0, $1.element) })
  }
}

extension SearchBar: ScreenPart {
  package static let fields: [ScreenField<SearchBar>] = [
    .init("text", "string", "the search text") { .string($0.text) },
    .init("scopes", "string[]", "the titles of the scopes") { JSONValue($0.scopes) },
    .init("scope", "integer", "the index of the selected scope, from 0") { .int($0.scope) },
  ]

  package var jsonValue: JSONValue { jsonValue(ElementID.search, element) }
}

extension GridColumn: ScreenPart {
  package static let fields: [ScreenField<GridColumn>] = [
    .init("title", "string", "its title") { .string($0.title) },
    .init("sortable", "boolean", "whether a tap on the title sorts the rows") { .bool($0.isSortable) },
    .init("order?", ScreenField<GridColumn>.choice(Order.self), "the order of the rows by this column") {
      ($0.order?.rawValue).map(JSONValue.string)
    },
  ]
}

extension Tab: ScreenPart {
  package static let fields: [ScreenField<Tab>] = [
    .init("title", "string", "its title") { .string($0.title) },
    .init("image", "string?", "the name of its image") { JSONValue($0.image) },
    .init("badge", "string?", "the text of its badge") { JSONValue($0.badge) },
    .init("selected", "boolean", "whether it is the selected one") { .bool($0.isSelected) },
  ]
}

extension BarButton: ScreenPart {
  package static let fields: [ScreenField<BarButton>] = [
    .init("title", "string", "its text") { .string($0.title) },
    .init("enabled?", "boolean", "whether it is enabled, if the script sets it") { $0.enabled.map(JSONValue.bool) },
    .init("image?", "string", "the name of the image beside the title") { $0.image.map(JSONValue.string) },
    .init("style?", ScreenField<BarButton>.choice(Style.self), "the style") {
      ($0.style?.rawValue).map(JSONValue.string)
    },
    .init("tintColor?", "string", "the color as `#rrggbb`") { $0.tintColor.map(JSONValue.string) },
    .init("runs?", "okit.TextRun[]", "the runs of the attributed text of a label") { JSONValue(runs: $0.runs) },
  ]
}

extension ScreenView: ScreenPart {
  package static let fields: [ScreenField<ScreenView>] = [
    .init("kind", ScreenField<ScreenView>.choice(Kind.self), "label or button") { .string($0.kind.rawValue) },
    .init("text", "string", "the text of a label, the title of a button") { .string($0.text) },
    .init("runs?", "okit.TextRun[]", "the runs of an attributed text") { JSONValue(runs: $0.runs) },
    .init("image?", "string", "the name of the image beside the title") { $0.image.map(JSONValue.string) },
    .init("enabled", "boolean", "whether it is enabled") { .bool($0.isEnabled) },
  ]
}

extension TextRun: ScreenPart {
  package static let fields: [ScreenField<TextRun>] = [
    .init("text", "string", "the text") { .string($0.text) },
    .init("bold?", "boolean", "whether it is bold") { $0.isBold ? true : nil },
    .init("italic?", "boolean", "whether it is italic") { $0.isItalic ? true : nil },
    .init("color?", "string", "as `#rrggbb`") { $0.color.map(JSONValue.string) },
    .init("link?", "string", "a URL") { $0.link.map(JSONValue.string) },
  ]

  /// The run as JSON data; attributes that it does not have are not members.
  package var jsonValue: JSONValue { .object(members()) }
}
