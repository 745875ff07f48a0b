/// Screens from JSON: what the JSON of a screen says. A control that was read draws its value as text, and what is no
/// part of the JSON is as in a new screen.
extension Screen: JSONConvertible {
  public init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a screen")
    self.init(
      kind: try members.required("kind") { (key) throws(Diagnostic) in try members.name(key, of: Kind.self) },
      name: try members.required("name", members.string))
    instance = try members.int("instance")
    prompt = try members.string("prompt")
    title = try members.string("title") ?? ""
    subtitle = try members.string("subtitle")
    titleRuns = try members.elements("titleRuns", TextRun.init)
    subtitleRuns = try members.elements("subtitleRuns", TextRun.init)
    titleView = try members.part("titleView", ScreenView.init)
    isEditing = try members.bool("editing") ?? false
    left = try members.elements("left", BarButton.init)
    right = try members.elements("right", BarButton.init)
    toolbar = try members.elements("toolbar", BarButton.init)
    search = try members.part("search", SearchBar.init)
    index = try members.strings("index")
    sections = try members.elements("sections", Section.init)
    views = try members.elements("views", ScreenView.init)
    window = try members.window("total", "from")
    columns = try members.elements("columns", GridColumn.init)
    columnWindow = try members.window("columnTotal", "columnFrom")
    hasRowHeaders = try members.bool("rowHeaders") ?? false
    alert = try members.part("alert", Alert.init)
    sheet = try members.part("sheet", Sheet.init)
    keyboard =
      members["keyboard"] == nil
      ? nil : Keyboard(buttons: try members.elements("keyboard", Keyboard.Button.init))
    tabs = try members.elements("tabs", Tab.init)
    menu = try members.part("menu", Screen.init)
    stopped = try members.string("stopped")
    cover = try members.part("cover", Cover.init)
    theme = try members.part("theme", Theme.init) ?? .standard
    try readHints(members)
  }

  private mutating func readHints(_ members: JSONMembers) throws(Diagnostic) {
    storyboardName = try members.string("storyboardName")
    popGesture = try members.bool("popGesture") ?? false
    menuHideStatusBar = try members.bool("menuHideStatusBar") ?? false
    isBusy = try members.bool("activity") ?? false
    hints = Hints(
      activityTop: try members.double("activityTop"), forceUpdate: try members.bool("forceUpdate"),
      forceListUpdate: try members.bool("forceListUpdate"), refTypeName: try members.string("refTypeName"))
    if members["help"] != nil { help = try members.elements("help", Callout.init) }
    helpTitle = try members.string("helpTitle") ?? helpTitle
    if try members.bool("refresh") == true { gestures.insert(.refresh) }
  }
}

extension JSONMembers {
  /// Returns the parts in a list.
  fileprivate func elements<Part>(
    _ key: String, _ read: (JSONValue) throws(Diagnostic) -> Part
  ) throws(Diagnostic) -> [Part] {
    var parts: [Part] = []
    for element in try array(key) { parts.append(try read(element)) }
    return parts
  }

  /// Returns a part; nil where there is none.
  fileprivate func part<Part>(
    _ key: String, _ read: (JSONValue) throws(Diagnostic) -> Part
  ) throws(Diagnostic) -> Part? {
    guard let json = self[key] else { return nil }
    return try read(json)
  }

  fileprivate func window(_ totalKey: String, _ fromKey: String) throws(Diagnostic) -> Window? {
    guard let total = try int(totalKey), let from = try int(fromKey) else { return nil }
    guard Self.counts.contains(total) else { throw wrong(totalKey, "a number of rows or columns") }
    guard (0...total).contains(from) else { throw wrong(fromKey, "the index of a row or a column") }
    return Window(total: total, from: from)
  }

  /// Numbers that can be added without overflow.
  fileprivate static let counts = 0...1 << 48

  /// Returns an identifier.
  fileprivate func id<ID: LosslessStringConvertible>(_ type: ID.Type) throws(Diagnostic) -> ID {
    guard let id = ID(try required("id", string)) else { throw wrong("id", "an identifier") }
    return id
  }

  /// Returns the texts of an element for assistive technologies.
  fileprivate func accessibility(unlessNamed name: String) throws(Diagnostic) -> AccessibilityTexts {
    let label = try string("label")
    return AccessibilityTexts(
      label: label == name ? nil : label, hint: try string("hint"), identifier: try string("identifier"))
  }
}

extension TextRun {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a run")
    self.init(try members.required("text", members.string))
    (isBold, isItalic) = (try members.bool("bold") ?? false, try members.bool("italic") ?? false)
    (color, link) = (try members.string("color"), try members.string("link"))
  }
}

extension ScreenView {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a view")
    self.init(
      try members.required("kind") { (key) throws(Diagnostic) in try members.name(key, of: Kind.self) },
      text: try members.string("text") ?? "", runs: try members.elements("runs", TextRun.init),
      image: try members.string("image"), isEnabled: try members.bool("enabled") ?? true)
    accessibility = try members.accessibility(unlessNamed: element.label)
  }
}

extension BarButton {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a button")
    self.init(title: try members.string("title") ?? "", enabled: try members.bool("enabled"))
    if case .builtIn(let role) = try members.id(BarButtonID.self).key { self.role = role }
    image = try members.string("image")
    style = try members.name("style", of: Style.self)
    tintColor = try members.string("tintColor")
    runs = try members.elements("runs", TextRun.init)
    isLabel = try members.name("role", of: AccessibilityRole.self) == .text
    accessibility = try members.accessibility(unlessNamed: title)
  }
}

extension SearchBar {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a search bar")
    self.init(
      text: try members.string("text") ?? "", scopes: try members.strings("scopes"),
      scope: try members.int("scope") ?? 0)
    label = try members.string("label") ?? label
  }
}

extension GridColumn {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a column")
    guard case .column(let index) = try members.id(ElementID.self), JSONMembers.counts.contains(index) else {
      throw members.wrong("id", "a column")
    }
    self.init(
      index: index, title: try members.string("title") ?? "", isSortable: try members.bool("sortable") ?? false,
      order: try members.name("order", of: Order.self))
  }
}

extension Tab {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a tab")
    self.init(
      title: try members.string("title") ?? "", image: try members.string("image"),
      badge: try members.string("badge"), isSelected: try members.bool("selected") ?? false)
  }
}

extension Keyboard.Button {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a key")
    self.init(
      key: try members.required("key") { (key) throws(Diagnostic) in try members.name(key, of: Keyboard.Key.self) },
      title: try members.string("title") ?? "", image: try members.string("image"),
      isEnabled: try members.bool("enabled") ?? true)
  }
}

extension Callout {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a callout")
    self.init(
      target: try members.string("target"), text: try members.string("text") ?? "",
      element: try members.string("element"), label: try members.string("label"))
  }
}

extension Cover {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a cover")
    self.init(text: try members.string("text"), image: try members.string("image"))
  }
}

extension Theme {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a theme")
    var colors: [ColorName: ColorValue] = [:]
    for name in ColorName.allCases {
      guard let hex = try members.string(name.rawValue) else { continue }
      guard let color = ColorValue(hex: hex) else { throw members.wrong(name.rawValue, "a color such as #ff8000") }
      colors[name] = color
    }
    self.init(
      try members.string("name") ?? "", statusBarStyle: try members.name("statusBarStyle", of: StatusBarStyle.self),
      barStyle: try members.name("barStyle", of: BarStyle.self), colors)
  }
}

// MARK: Dialogs

extension Alert {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a dialog")
    self.init(
      title: try members.string("title"), message: try members.string("message"),
      fields: try members.elements("fields", DialogField.init),
      actions: try members.elements("actions", DialogAction.init))
    id = try members.id(DialogID.self)
  }
}

extension Sheet {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let alert = try Alert(json: json)
    self.init(title: alert.title, message: alert.message, actions: alert.actions)
    id = alert.id
  }
}

extension DialogField {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a field")
    self.init(
      name: try members.string("name") ?? "", placeholder: try members.string("placeholder"),
      text: try members.string("text") ?? "", isSecure: try members.bool("secure") ?? false)
  }
}

extension DialogAction {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "an action")
    self.init(
      title: try members.string("title") ?? "", style: try members.name("style", of: Style.self) ?? .default,
      isEnabled: try members.bool("enabled") ?? true)
  }
}

// MARK: Rows

extension Section {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a section")
    self.init(
      header: try members.string("header"), footer: try members.string("footer"),
      rows: try members.elements("rows", Screen.Row.init))
  }
}

extension Screen.Row {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a row")
    self.init(
      id: try members.id(RowID.self), text: try members.string("text"), detail: try members.string("detail"),
      image: try members.string("image"), ribbon: try members.string("ribbon"),
      accessory: try members.name("accessory", of: Accessory.self) ?? .none,
      button: try members.part("button", RowButton.init), leading: try members.strings("leading"),
      trailing: try members.strings("trailing"), control: try members.part("control", Control.init),
      isSelected: try members.bool("selected") ?? false, height: try members.double("height"))
    imageInfo = try members.part("imageInfo", ImageInfo.init)
    textRuns = try members.elements("textRuns", TextRun.init)
    detailRuns = try members.elements("detailRuns", TextRun.init)
    view = try members.part("view", ScreenView.init)
    leadingImage = try members.string("leadingImage")
    isAccented = try members.bool("accent") ?? false
    isEnabled = try members.bool("enabled") ?? true
    color = try members.string("color")
    cells = try members.elements("cells", Screen.Row.init)
    set(try members.accessibility(unlessNamed: element.label))
  }
}

extension RowButton {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a button")
    self.init(
      title: try members.string("title") ?? "", isEnabled: try members.bool("enabled") ?? true,
      image: try members.string("image"))
    accessibility[standard: AccessibilityTexts()] = try members.accessibility(unlessNamed: title)
  }
}

extension ImageInfo {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "an image")
    self.init(
      id: try members.required("id", members.string), format: try members.string("format"),
      width: try members.int("width"), height: try members.int("height"), label: try members.string("label"),
      scale: try members.double("scale") ?? 1, isTemplate: try members.bool("template") ?? false,
      size: try members.int("size") ?? 0, checksum: try members.string("checksum") ?? "")
  }
}

extension Control {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a control")
    func scalar(_ key: String) -> Value { members[key].map(Value.init) ?? .null }
    self.init(
      kind: Kind(
        read: try members.required("kind", members.string),
        role: try members.name("role", of: AccessibilityRole.self) ?? .text),
      value: scalar("value"), isEnabled: try members.bool("enabled") ?? true, min: scalar("min"), max: scalar("max"),
      step: try members.double("step"), options: try members.strings("options"),
      placeholder: try members.string("placeholder"), isSecure: try members.bool("secure") ?? false,
      mode: try members.string("mode"))
    text = try members.string("text")
    (minText, maxText) = (try members.string("minText"), try members.string("maxText"))
    look[standard: ControlLook()] = ControlLook(
      minImage: try members.string("minImage"), maxImage: try members.string("maxImage"),
      width: try members.double("width"))
    (color, title) = (try members.string("color"), try members.string("title"))
    imageInfo = try members.part("imageInfo", ImageInfo.init)
    (error, isFocused) = (try members.string("error"), try members.bool("focused") ?? false)
  }
}

extension Control.Kind {
  /// A kind that was read: only its name and its role are known.
  fileprivate convenience init(read name: String, role: AccessibilityRole) {
    self.init(name, name, role: role, edits: nil, driving: .readOnly("act on the application")) { control in
      control.text ?? control.value.scalarText ?? ""
    }
  }
}
