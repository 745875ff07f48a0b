extension Screen {
  /// The screen as JSON data. Every key is there, null where there is nothing; `window` only for a part of a list, a
  /// button's `enabled` only where it has that state.
  public var plain: Plain {
    var members: [String: Plain] = [
      "kind": .string(kind.rawValue),
      "name": .string(name),
      "prompt": Plain(prompt),
      "title": .string(title),
      "subtitle": Plain(subtitle),
      "editing": .bool(isEditing),
      "left": .array(left.map(\.plain)),
      "right": .array(right.map(\.plain)),
      "toolbar": .array(toolbar.map(\.plain)),
      "search": search?.plain ?? .null,
      "index": Plain(index),
      "sections": .array(sections.map(\.plain)),
      "alert": alert?.plain ?? .null,
      "sheet": sheet?.plain ?? .null,
      "menu": .bool(isMenuOpen),
      "cover": .bool(isCovered),
      "theme": .string(theme),
    ]
    if let window { members["window"] = window.plain }
    return .object(members)
  }
}

extension Section {
  public var plain: Plain {
    ["header": Plain(header), "footer": Plain(footer), "rows": .array(rows.map(\.plain))]
  }
}

extension Window {
  public var plain: Plain { ["total": .int(total), "from": .int(from)] }
}

extension SearchBar {
  public var plain: Plain { ["text": .string(text), "scopes": Plain(scopes), "scope": .int(scope)] }
}

extension BarButton {
  public var plain: Plain {
    guard let enabled else { return ["title": .string(title)] }
    return ["title": .string(title), "enabled": .bool(enabled)]
  }
}

extension Screen.Row {
  public var plain: Plain {
    [
      "text": Plain(text),
      "detail": Plain(detail),
      "image": Plain(image),
      "ribbon": Plain(ribbon),
      "accessory": .string(accessory.rawValue),
      "button": button?.plain ?? .null,
      "leading": Plain(leading),
      "trailing": Plain(trailing),
      "control": control?.plain ?? .null,
      "selected": .bool(isSelected),
      "height": Plain(number: height),
    ]
  }
}

extension RowButton {
  public var plain: Plain { ["title": .string(title), "enabled": .bool(isEnabled)] }
}

extension Control {
  public var plain: Plain {
    [
      "kind": .string(kind.rawValue),
      "value": Plain(scalar: value),
      "enabled": .bool(isEnabled),
      "min": Plain(scalar: min),
      "max": Plain(scalar: max),
      "step": Plain(number: step),
      "options": Plain(options),
      "placeholder": Plain(placeholder),
      "secure": .bool(isSecure),
      "mode": mode.map(Plain.int) ?? .null,
    ]
  }
}

extension Alert {
  public var plain: Plain {
    [
      "title": Plain(title), "message": Plain(message),
      "fields": .array(fields.map(\.plain)), "actions": .array(actions.map(\.plain)),
    ]
  }
}

extension Sheet {
  /// With the keys of an alert, so that both read alike; a sheet never has fields.
  public var plain: Plain {
    ["title": Plain(title), "message": Plain(message), "fields": [], "actions": .array(actions.map(\.plain))]
  }
}

extension DialogField {
  public var plain: Plain {
    [
      "name": .string(name), "placeholder": Plain(placeholder), "text": Plain(text), "secure": .bool(isSecure),
    ]
  }
}

extension DialogAction {
  public var plain: Plain {
    ["title": .string(title), "style": .string(style.rawValue), "enabled": .bool(isEnabled)]
  }
}

extension Plain {
  fileprivate init(_ text: String?) { self = text.map(Plain.string) ?? .null }

  fileprivate init(_ texts: [String]) { self = .array(texts.map(Plain.string)) }

  /// A whole number without a fraction; what JSON cannot say (infinities, NaN) is null.
  fileprivate init(number: Double?) {
    guard let number, number.isFinite else {
      self = .null
      return
    }
    self = Int(exactly: number).map(Plain.int) ?? .double(number)
  }

  /// What a control can hold: a text, a number, a Bool, or a date as ISO text. (`Plain.Value` is a member's value.)
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
