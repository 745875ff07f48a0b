/// The bars around the rows.
extension ScreenPage {
  mutating func header(_ screen: Screen, isMain: Bool) -> Markup {
    let canGoBack = surroundings.canGoBack && (screen.kind == .menu) == (self.screen.menu != nil)
    let back =
      canGoBack
      ? Markup.element("span", ["bar-button", "is-back"], [], [PageFiles.icon("back")]) : nil
    let title = title(screen)
    let spinner = screen.activity ? Markup.element("span", ["spinner"], [], [.spoken(words[.busy])]) : nil
    let refresh =
      screen.gestures.contains(.refresh)
      ? Markup.element(
        "span", ["bar-button", "has-icon", "is-bare"], [], [PageFiles.icon("refresh"), .spoken(words[.refresh])]) : nil
    return .element(
      "div", ["bar"], [],
      [
        .element("div", ["bar-side", "is-left"], [], [back] + screen.left.map { button($0) }),
        .element(
          "div", ["titles"], [],
          [
            screen.prompt.map { .element("p", ["prompt"], [], [.text($0)]) },
            .element(isMain ? "h1" : "h2", ["title"], [], [title]),
            screen.subtitle.map { .element("p", ["subtitle"], [], [attributed($0, screen.subtitleRuns)]) },
          ]),
        .element("div", ["bar-side", "is-right"], [], [spinner, refresh] + screen.right.map { button($0) }),
      ])
  }

  private mutating func title(_ screen: Screen) -> Markup {
    if let view = screen.titleView {
      let content = [view.image.flatMap(PageFiles.icon), attributed(view.text, view.runs)]
      return view.isButton ? .element("span", ["title-button"], [], content) : .joined(content)
    }
    let name = screen.kind == .menu ? words[.menu] : screen.name
    let text = screen.title.isEmpty ? Markup.text(name) : attributed(screen.title, screen.titleRuns)
    return screen.gestures.contains(.titleTap) ? .element("span", ["title-button"], [], [text]) : text
  }

  /// A button of a bar, or a label.
  private mutating func button(_ button: BarButton) -> Markup {
    if button.isLabel { return .element("span", ["bar-label"], [], [attributed(button.title, button.runs)]) }
    let role = button.role == .add ? "add" : button.role == .help ? "help" : nil
    let sign = (button.image ?? role).flatMap(PageFiles.icon)
    let own = button.tintColor.flatMap { ColorValue(hex: $0) }.map { "--own: \($0.hex);" }
    return .element(
      "button",
      [
        "bar-button", sign == nil ? nil : "has-icon", button.role == .help ? "is-bare" : nil,
        button.style == .done ? "is-done" : nil, styled(own),
      ],
      [
        ("type", "button"), ("disabled", button.isEnabled ? nil : ""),
        ("aria-label", sign == nil ? nil : button.title.isEmpty ? button.image ?? "" : button.title),
      ],
      [sign, .element("span", ["bar-title"], [], [.text(button.title.isEmpty ? button.image ?? "" : button.title)])])
  }

  mutating func search(_ screen: Screen) -> Markup? {
    guard let bar = screen.search else { return nil }
    let field = Markup.element(
      "input", ["field"],
      [
        ("type", "text"), ("readonly", ""), ("aria-label", bar.label), ("placeholder", words[.search]),
        ("value", bar.text.isEmpty ? nil : bar.text),
      ])
    let scopes = bar.scopes.isEmpty ? nil : segments(bar.scopes, chosen: bar.scope, isEnabled: true, ["scopes"])
    return .element(
      "search", ["search"], [], [.element("span", ["search-field"], [], [PageFiles.icon("search"), field]), scopes])
  }

  func index(_ screen: Screen) -> Markup? {
    guard !screen.index.isEmpty else { return nil }
    let titles = screen.index.map { Markup.element("button", [], [("type", "button")], [.text($0)]) }
    return .element("nav", ["index"], [("aria-hidden", "true")], titles)
  }

  mutating func toolbar(_ screen: Screen) -> Markup? {
    screen.toolbar.isEmpty ? nil : .element("div", ["toolbar"], [], screen.toolbar.map { button($0) })
  }

  func keyboard(_ screen: Screen) -> Markup? {
    guard let keyboard = screen.keyboard else { return nil }
    let keys = keyboard.buttons.map { key in
      Markup.element(
        "button", ["bar-button"], [("type", "button"), ("disabled", key.isEnabled ? nil : "")],
        [
          key.image.flatMap(PageFiles.icon),
          .element("span", ["bar-title"], [], [.text(key.title.isEmpty ? key.image ?? "" : key.title)]),
        ])
    }
    return .element("div", ["toolbar", "is-keyboard"], [], keys)
  }

  func tabs(_ tabs: [Tab]) -> Markup? {
    guard !tabs.isEmpty else { return nil }
    let hasImages = tabs.contains { $0.image.flatMap(PageFiles.icon) != nil }
    let all = tabs.map { tab in
      let image = tab.image.flatMap(PageFiles.icon) ?? .element("span", ["tab-dot"])
      return Markup.element(
        "button", [], [("type", "button"), ("role", "tab"), ("aria-selected", tab.isSelected ? "true" : "false")],
        [
          .element(
            "span", ["tab-image"], [],
            [hasImages ? image : nil, tab.badge.map { .element("span", ["badge"], [], [.text($0)]) }]),
          .element("span", ["tab-title"], [], [.text(tab.title)]),
        ])
    }
    return .element(
      "nav", ["tabs", hasImages ? nil : "has-no-images"], [], [.element("div", [], [("role", "tablist")], all)])
  }
}
