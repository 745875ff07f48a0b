/// Controls, images and texts with attributes.
extension ScreenPage {
  /// The control of a row, with the message below it.
  mutating func controlParts(_ row: Screen.Row) -> (beside: Markup?, below: [Markup]) {
    guard let control = row.control else { return (nil, []) }
    if control.isPlain, control.kind.name != "multiline" {
      // The row of a closed picker says it already.
      let isSaid = row.hasPicker && (row.detail?.isEmpty == false || row.text == shown(control))
      let value = isSaid ? nil : plain(control)
      let isEmpty = row.text?.isEmpty != false && row.detail?.isEmpty != false
      let hint = isEmpty ? control.placeholder.map { Markup.element("span", ["placeholder"], [], [.text($0)]) } : nil
      return ((value ?? hint).map { .element("span", ["control"], [], [$0]) }, [])
    }
    let error = control.error.map {
      Markup.element("p", ["error"], [], [PageFiles.icon("warning"), .text($0)])
    }
    let drawn = self.control(control, row)
    let element = Markup.element("span", ["control", "is-\(control.kind.name)"], [], [drawn])
    let messages = [error].compactMap(\.self)
    if control.isWide { return (nil, [.element("div", ["below"], [], [element])] + messages) }
    return (element, messages)
  }

  /// The control as a person sees it.
  private mutating func control(_ control: Control, _ row: Screen.Row) -> Markup? {
    let own = styled(tinted(control))
    switch control.kind.name {
    case "text": return field(control, control.value.scalarText ?? "", own)
    case "date": return control.isEnabled ? field(control, shown(control), own) : plain(control)
    case "multiline": return multiline(control, row, own)
    case "switch":
      return .element(
        "input", ["switch", own],
        [
          ("type", "checkbox"), ("checked", control.value == .bool(true) ? "" : nil),
          ("disabled", control.isEnabled ? nil : ""), ("aria-label", row.text),
        ])
    case "stepper":
      return .element(
        "span", ["stepper", own], [],
        [
          .element("span", ["step"], [], [PageFiles.icon("minus")]),
          .element(
            "input", ["field", "stepper-value"],
            [("type", "text"), ("readonly", ""), ("value", shown(control)), ("aria-label", row.text)]),
          .element("span", ["step"], [], [PageFiles.icon("add")]),
        ])
    case "slider": return slider(control, row, own)
    case "segment": return segments(control.options, chosen: control.value.index, isEnabled: control.isEnabled, [own])
    case "picker", "textpicker":
      guard control.isEnabled else { return plain(control) }
      return .element(
        "span", ["select", own], [],
        [
          .element("select", [], [("aria-label", row.text)], [.element("option", [], [], [.text(shown(control))])]),
          PageFiles.icon("disclosure"),
        ])
    case "progress": return progress(control, own)
    case "image": return image(control)
    case "web": return web(control)
    default: return plain(control)
    }
  }

  /// The text of a control: of a picker the chosen option.
  private func shown(_ control: Control) -> String {
    if ["picker", "textpicker"].contains(control.kind.name), let option = control.chosenOption { return option }
    return control.text ?? control.value.scalarText ?? ""
  }

  private mutating func plain(_ control: Control) -> Markup? {
    let value = control.isSecure && control.isFilled ? "••••••" : shown(control)
    guard !value.isEmpty else { return nil }
    let color = theme.ink(control.color).map { "color: \($0);" }
    let swatch = ColorValue(swatch: value).map {
      Markup.element("span", ["swatch", styled("background-color: \($0.hex);")])
    }
    return .element("span", ["plain-value", styled(color)], [], [swatch, .text(value)])
  }

  private func tinted(_ control: Control) -> String? {
    guard let color = control.color.flatMap({ ColorValue(hex: $0) }), let ink = theme.ink(control.color) else {
      return nil
    }
    return "--active: \(color.hex); --tint: \(ink);"
  }

  private func field(_ control: Control, _ value: String, _ own: String?) -> Markup {
    .element(
      "input", ["field", own],
      [
        ("type", "text"), ("readonly", ""), ("disabled", control.isEnabled ? nil : ""),
        ("value", control.isSecure && control.isFilled ? "••••••" : value), ("placeholder", control.placeholder),
        ("aria-invalid", control.error == nil ? nil : "true"), ("aria-label", control.placeholder),
      ])
  }

  private func multiline(_ control: Control, _ row: Screen.Row, _ own: String?) -> Markup? {
    let value = control.value.scalarText ?? ""
    if control.isEnabled {
      // A line break at the beginning would be left out.
      return .element(
        "textarea", ["field", own], [("readonly", ""), ("rows", "3"), ("placeholder", control.placeholder)],
        [.text((value.hasPrefix("\n") ? "\n" : "") + value)])
    }
    let text = value.isEmpty && row.text?.isEmpty != false ? control.placeholder ?? "" : value
    guard !text.isEmpty else { return nil }
    return .element("p", ["multiline-text", value.isEmpty ? "placeholder" : nil], [], [.text(text)])
  }

  func segments(_ titles: [String], chosen: Int?, isEnabled: Bool, _ classes: [String?]) -> Markup {
    // Each radio is a group of its own: none of another control is switched off by it.
    let segments = titles.enumerated().map { index, title in
      Markup.element(
        "label", ["segment"], [],
        [
          .element(
            "input", [],
            [("type", "radio"), ("checked", index == chosen ? "" : nil), ("disabled", isEnabled ? nil : "")]),
          .element("span", [], [], [.text(title)]),
        ])
    }
    return .element("span", ["segments"] + classes, [], segments)
  }

  private mutating func slider(_ control: Control, _ row: Screen.Row, _ own: String?) -> Markup {
    let share = control.share(from: control.min) ?? 0
    return .element(
      "span", ["slider", own, styled("--share: \(Self.percent(share));")], [],
      [
        control.look?.content.minImage.map { namedImage($0, "slider-image") },
        .element(
          "input", [],
          [
            ("type", "range"), ("min", "0"), ("max", "1000"), ("value", "\(Int((share * 1000).rounded()))"),
            ("disabled", control.isEnabled ? nil : ""), ("aria-label", row.text),
          ]), control.look?.content.maxImage.map { namedImage($0, "slider-image") },
        .element("output", ["slider-value"], [], [.text(shown(control))]),
      ])
  }

  private mutating func progress(_ control: Control, _ own: String?) -> Markup {
    let share = control.share(from: .int(0)) ?? 0
    let bar = Markup.element("span", ["progress-share", styled("width: \(Self.percent(share));")])
    return .element(
      "span", ["progress", own], [],
      [
        .element("span", ["progress-bar"], [], [bar]),
        .element("span", ["progress-text"], [], [.text("\(Int((share * 100).rounded())) %")]),
      ])
  }

  private static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10)%" }

  private func image(_ control: Control) -> Markup? {
    if let info = control.imageInfo { return picture(control.value.scalarText, info, "is-large") }
    guard let name = control.value.scalarText, !name.isEmpty else {
      return .element("span", ["muted"], [], [.text("–")])
    }
    return .element(
      "span", ["image-name"], [],
      [namedImage(name, "is-medium"), .element("span", ["muted"], [], [.text(name)])])
  }

  private func web(_ control: Control) -> Markup? {
    guard let value = control.value.scalarText, !value.isEmpty else { return nil }
    if control.mode == "html" { return .element("div", ["web-page"], [], [.sanitized(HTMLDocument(value))]) }
    return link(value, [PageFiles.icon("link"), .element("span", [], [], [.text(control.text ?? value)])])
  }

  // MARK: Images

  /// An image with bytes, or one that the application has only named; nil for none.
  func picture(_ name: String?, _ info: ImageInfo?, _ className: String) -> Markup? {
    guard let info else { return name.flatMap { $0.isEmpty ? nil : namedImage($0, className) } }
    guard let (bytes, format) = surroundings.image(info.id) else { return namedImage("image", className) }
    // The bytes decide; a type such as text/html would make the image a page.
    let type = format.flatMap { Self.imageTypes.contains($0) ? $0 : nil } ?? "image/png"
    func points(_ pixels: Int?) -> String? { pixels.map { "\(Int((Double($0) / max(info.scale, 0.1)).rounded()))" } }
    return .element(
      "img", ["picture", info.width.map { $0 <= 48 } == true ? "is-pixels" : nil, className],
      [
        ("src", "data:\(type);base64,\(DataValue(bytes: bytes).base64)"), ("alt", info.name),
        ("width", points(info.width)), ("height", points(info.height)),
      ])
  }

  private static let imageTypes: Set<String> = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "image/svg+xml",
  ]

  /// An image that an application has only named: an icon, an emoji, or else the first letter on a tile.
  func namedImage(_ name: String, _ className: String) -> Markup {
    let base = name.split(separator: ".").first.map(String.init) ?? name
    if let icon = PageFiles.icon(base) { return .element("span", ["named-image", className], [], [icon]) }
    let first = name.first.map(String.init) ?? ""
    let isEmoji = name.first?.unicodeScalars.first?.properties.isEmojiPresentation == true
    let sign = isEmoji ? first : name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "▢"
    return .element("span", ["named-image", isEmoji ? "is-emoji" : "is-letter", className], [], [.text(sign)])
  }

  // MARK: Texts

  /// A text with its runs; the plain text without any.
  mutating func attributed(_ text: String, _ runs: [TextRun]) -> Markup {
    guard !runs.isEmpty else { return .text(text) }
    var parts: [Markup] = []
    for run in runs {
      let color = styled(theme.ink(run.color).map { "color: \($0);" })
      let span = Markup.element(
        "span", [run.isBold ? "bold" : nil, run.isItalic ? "italic" : nil, color], [], [.text(run.text)])
      parts.append(run.link.map { link($0, [span]) } ?? span)
    }
    return .joined(parts)
  }

  private func link(_ address: String, _ content: [Markup?]) -> Markup {
    guard let target = WebAddress(address)?.text,
      ["http:", "https:", "mailto:"].contains(where: { target.lowercased().hasPrefix($0) })
    else { return .element("span", [], [], content) }
    return .element(
      "a", ["link"], [("href", target), ("target", "_blank"), ("rel", "noopener noreferrer")], content)
  }
}

extension Control {
  /// Whether a person sees only a value, as outside edit mode.
  var isPlain: Bool {
    !isEnabled && !["switch", "progress", "image", "web", "slider", "segment"].contains(kind.name)
  }

  /// Whether the control needs the width of its row.
  fileprivate var isWide: Bool {
    switch kind.name {
    case "image": imageInfo != nil
    case "multiline": true
    case "web": mode == "html"
    case "segment": isEnabled
    default: false
    }
  }
}

extension Value {
  fileprivate var index: Int? { if case .int(let index) = self { index } else { nil } }
}

extension ColorValue {
  /// The color that a text names as `#rrggbb`.
  fileprivate init?(swatch text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#") else { return nil }
    self.init(hex: text)
  }
}
