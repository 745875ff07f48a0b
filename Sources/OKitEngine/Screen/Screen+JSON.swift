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
      "subtitle": JSONValue(subtitle), "editing": .bool(isEditing), "menu": .bool(isMenuOpen),
      "activity": .bool(activity), "menuHideStatusBar": .bool(menuHideStatusBar),
    ]
    if let window { (members["total"], members["from"]) = (.int(window.total), .int(window.from)) }
    return members
  }

  /// The other members.
  package static let parts: [(name: String, value: @Sendable (Screen) -> JSONValue)] = [
    ("left", { $0.jsonValue(of: .left) }), ("right", { $0.jsonValue(of: .right) }),
    ("toolbar", { $0.jsonValue(of: .toolbar) }), ("search", { $0.search?.jsonValue ?? .null }),
    ("index", { JSONValue($0.index) }), ("sections", { .array($0.sections.map(\.jsonValue)) }),
    ("cover", { $0.cover?.jsonValue ?? .null }), ("theme", { $0.theme.jsonValue }),
    ("alert", { $0.alert?.jsonValue ?? .null }), ("sheet", { $0.sheet?.jsonValue ?? .null }),
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
  public var jsonValue: JSONValue { ["text": .string(text), "scopes": JSONValue(scopes), "scope": .int(scope)] }
}

extension BarButton {
  func jsonValue(_ id: BarButtonID) -> JSONValue {
    var members: [String: JSONValue] = ["id": .string(id.description), "title": .string(title)]
    if let enabled { members["enabled"] = .bool(enabled) }
    return .object(members)
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
  public var jsonValue: JSONValue {
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
      "control": control?.jsonValue(.control(.id(id))) ?? .null,
      "selected": .bool(isSelected),
      "height": JSONValue(number: height),
    ]
    if let imageInfo { members["imageInfo"] = imageInfo.jsonValue }
    return .object(members)
  }
}

extension RowButton {
  func jsonValue(_ id: ElementID) -> JSONValue {
    ["id": .string(id.description), "title": .string(title), "enabled": .bool(isEnabled)]
  }
}

extension Control {
  func jsonValue(_ id: ElementID) -> JSONValue {
    [
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
  }
}

extension Alert {
  public var jsonValue: JSONValue {
    [
      "id": .string(id.description), "title": JSONValue(title), "message": JSONValue(message),
      "fields": .array(fields.enumerated().map { $1.jsonValue(DialogPartID(id, .field, $0)) }),
      "actions": .array(actions.enumerated().map { $1.jsonValue(DialogPartID(id, .action, $0)) }),
    ]
  }
}

extension Sheet {
  /// With the keys of an alert, so that both read alike; a sheet never has fields.
  public var jsonValue: JSONValue {
    [
      "id": .string(id.description), "title": JSONValue(title), "message": JSONValue(message), "fields": [],
      "actions": .array(actions.enumerated().map { $1.jsonValue(DialogPartID(id, .action, $0)) }),
    ]
  }
}

extension DialogField {
  func jsonValue(_ id: DialogPartID) -> JSONValue {
    [
      "id": .string(id.description), "name": .string(name), "placeholder": JSONValue(placeholder),
      "text": JSONValue(text), "secure": .bool(isSecure),
    ]
  }
}

extension DialogAction {
  func jsonValue(_ id: DialogPartID) -> JSONValue {
    [
      "id": .string(id.description), "title": .string(title), "style": .string(style.rawValue),
      "enabled": .bool(isEnabled),
    ]
  }
}

extension JSONValue {
  fileprivate init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  fileprivate init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

  /// A whole number without a fraction; what JSON cannot say (infinities, NaN) is null.
  fileprivate init(number: Double?) {
    guard let number, number.isFinite else {
      self = .null
      return
    }
    self = Int(exactly: number).map(JSONValue.int) ?? .double(number)
  }

  /// The value of a control: a string, a number, a Bool, or a date as ISO text. (`JSONValue.Value` is a member's value.)
  fileprivate init(scalar value: OKitEngine.Value) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self.init(number: number)
    case .string(let text): self = .string(text)
    case .date(let date): self.init(ISO8601.text(of: date))
    case .color(let color): self = .string(color.hex)
    case .image(.named(let name)): self = .string(name)
    case .null, .data, .image, .entity, .collection, .list, .map, .function, .handle: self = .null
    }
  }
}
