extension Screen {
  /// The screen as JSON data. Every key is there, null where there is nothing; `total` and `from` only for a part of
  /// a long list, a button's `enabled` only where it has that state.
  public var jsonValue: JSONValue {
    var members = plainMembers
    for part in Self.parts { members[part.name] = part.value(self) }
    return .object(members)
  }

  /// The members that have no members themselves.
  package var plainMembers: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "name": .string(name), "prompt": JSONValue(prompt), "title": .string(title),
      "subtitle": JSONValue(subtitle), "editing": .bool(isEditing), "storyboardName": JSONValue(storyboardName),
      "popGesture": .bool(popGesture), "menuHideStatusBar": .bool(menuHideStatusBar), "activity": .bool(activity),
    ]
    if let window { (members["total"], members["from"]) = (.int(window.total), .int(window.from)) }
    return members
  }

  /// The other members.
  package static let parts: [(name: String, value: @Sendable (Screen) -> JSONValue)] = [
    ("left", { $0.jsonValue(of: .left) }), ("right", { $0.jsonValue(of: .right) }),
    ("toolbar", { $0.jsonValue(of: .toolbar) }), ("search", { $0.search?.jsonValue ?? .null }),
    ("index", { JSONValue($0.index) }), ("sections", { .array($0.sections.map(\.jsonValue)) }),
    ("titleRuns", { .array($0.titleRuns.map(\.jsonValue)) }),
    ("subtitleRuns", { .array($0.subtitleRuns.map(\.jsonValue)) }),
    ("titleView", { $0.titleView?.jsonValue(.title) ?? .null }),
    ("views", { .array($0.views.enumerated().map { $1.jsonValue(.view($0)) }) }),
    ("helpTitle", { $0.help == nil ? .null : .string($0.helpTitle) }),
    ("help", { $0.help.map { .array($0.map(\.jsonValue)) } ?? .null }),
    ("refresh", { .bool($0.gestures.contains(.refresh)) }),
    ("activityTop", { JSONValue(number: $0.hints.activityTop) }),
    ("forceUpdate", { JSONValue($0.hints.forceUpdate) }),
    ("forceListUpdate", { JSONValue($0.hints.forceListUpdate) }),
    ("refTypeName", { JSONValue($0.hints.refTypeName) }),
    ("cover", { $0.cover?.jsonValue ?? .null }), ("theme", { $0.theme.jsonValue }),
    ("alert", { $0.alert?.jsonValue ?? .null }), ("sheet", { $0.sheet?.jsonValue ?? .null }),
    ("keyboard", { $0.keyboard?.jsonValue ?? .null }),
    ("tabs", { .array($0.tabs.enumerated().map { $1.jsonValue(.tab($0)) }) }),
    ("menu", { $0.menu?.jsonValue ?? .null }),
  ]

  private func jsonValue(of bar: BarButtonID.Bar) -> JSONValue {
    let buttons = buttons(of: bar)
    return .array(zip(BarButtonID.all(buttons, in: bar), buttons).map { $1.jsonValue($0) })
  }
}

extension Section {
  public var jsonValue: JSONValue { jsonValue(rows: .array(rows.map(\.jsonValue))) }

  package func jsonValue(rows: JSONValue) -> JSONValue {
    ["header": JSONValue(header), "footer": JSONValue(footer), "rows": rows]
  }
}

extension SearchBar {
  public var jsonValue: JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(ElementID.search.description), "text": .string(text), "scopes": JSONValue(scopes),
      "scope": .int(scope),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension Tab {
  func jsonValue(_ id: ElementID) -> JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(id.description), "title": .string(title), "image": JSONValue(image), "badge": JSONValue(badge),
      "selected": .bool(isSelected),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension BarButton {
  func jsonValue(_ id: BarButtonID) -> JSONValue {
    var members: [String: JSONValue] = ["id": .string(id.description), "title": .string(title)]
    if let enabled { members["enabled"] = .bool(enabled) }
    if let image { members["image"] = .string(image) }
    if let style { members["style"] = .string(style.rawValue) }
    if let tintColor { members["tintColor"] = .string(tintColor) }
    if !runs.isEmpty { members["runs"] = .array(runs.map(\.jsonValue)) }
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension ImageInfo {
  package var jsonValue: JSONValue {
    [
      "id": .string(id), "format": JSONValue(format), "width": width.map(JSONValue.int) ?? .null,
      "height": height.map(JSONValue.int) ?? .null, "label": JSONValue(label), "scale": .double(scale),
      "template": .bool(isTemplate), "size": .int(size),
    ]
  }
}

extension Screen.Row {
  public var jsonValue: JSONValue { .object(plainMembers.merging(element.members()) { own, _ in own }) }

  /// The members without those of accessibility, which scripts seldom read.
  package var plainObject: JSONValue { .object(plainMembers) }

  /// The members of accessibility.
  package var accessibilityObject: JSONValue { .object(element.members()) }

  private var plainMembers: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "id": .string(id.description),
      "text": JSONValue(text),
      "detail": JSONValue(detail),
      "image": JSONValue(image),
      "ribbon": JSONValue(ribbon),
      "accessory": .string(accessory.rawValue),
      "button": button?.jsonValue(.accessory(.id(id))) ?? .null,
      "leading": JSONValue(leading),
      "trailing": JSONValue(trailing),
      "control": controlElement.flatMap { control?.jsonValue(.control(.id(id)), $0) } ?? .null,
      "selected": .bool(isSelected),
      "height": JSONValue(number: height),
    ]
    if let imageInfo { members["imageInfo"] = imageInfo.jsonValue }
    addExtras(to: &members)
    return members
  }
}

extension RowButton {
  func jsonValue(_ id: ElementID) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.description), "title": .string(title), "enabled": .bool(isEnabled),
    ]
    if let image { members["image"] = .string(image) }
    let element = Accessibility(.button, title, accessibility?.content)
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension Control {
  func jsonValue(_ id: ElementID, _ element: Accessibility) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.description),
      "kind": .string(kind.name),
      "value": JSONValue(scalar: value),
      "text": JSONValue(text),
      "enabled": .bool(isEnabled),
      "min": JSONValue(scalar: min),
      "minText": JSONValue(minText),
      "max": JSONValue(scalar: max),
      "maxText": JSONValue(maxText),
      "step": JSONValue(number: step),
      "options": JSONValue(options),
      "placeholder": JSONValue(placeholder),
      "secure": .bool(isSecure),
      "mode": JSONValue(mode),
    ]
    addLook(to: &members)
    addFieldState(to: &members)
    return .object(members.merging(element.members(withValue: false)) { own, _ in own })
  }
}
