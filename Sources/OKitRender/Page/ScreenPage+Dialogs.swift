/// What covers a screen: help, a sheet, an alert.
extension ScreenPage {
  func covering(_ screen: Screen) -> [Markup?] {
    [
      screen.help.map { help($0, screen.helpTitle) },
      screen.sheet.map { dialog($0.title, $0.message, [], $0.actions, isAlert: false) },
      screen.alert.map { dialog($0.title, $0.message, $0.fields, $0.actions, isAlert: true) },
    ].map { $0.map { .element("div", ["covering"], [], [$0]) } }
  }

  private func dialog(
    _ title: String?, _ message: String?, _ fields: [DialogField], _ actions: [DialogAction], isAlert: Bool
  ) -> Markup {
    let texts = Markup.element(
      "div", ["dialog-texts"], [],
      [
        title.map { .element("h2", ["dialog-title"], [], [.text($0)]) },
        message.map { .element("p", ["dialog-message"], [], [.text($0)]) },
      ])
    let standard =
      actions.firstIndex { $0.isEnabled && $0.style == .default }
      ?? actions.firstIndex { $0.isEnabled && $0.style != .cancel }
    let buttons = actions.enumerated().map { index, action in
      Markup.element(
        "button",
        [
          "button", "is-large", action.style == .destructive ? "is-destructive" : nil,
          index == standard ? "is-standard" : nil, action.style == .cancel ? "is-cancel" : nil,
        ], [("type", "button"), ("disabled", action.isEnabled ? nil : "")], [.text(action.title)])
    }
    let isColumn = !isAlert || actions.count > 2
    return .element(
      "dialog", [isAlert ? "alert" : "sheet"], [("open", "")],
      [
        .element(
          "div", ["dialog-box"], [],
          [
            texts, fields.isEmpty ? nil : .element("div", ["dialog-fields"], [], fields.map(field)),
            .element("div", ["dialog-actions", isColumn ? "is-column" : nil], [], buttons),
          ])
      ])
  }

  private func field(_ field: DialogField) -> Markup {
    .element(
      "label", ["dialog-field"], [],
      [
        .element("span", [], [], [.text(field.shownName)]),
        .element(
          "input", ["field"],
          [
            ("type", "text"), ("readonly", ""),
            ("value", field.isSecure && field.isFilled ? "••••••" : field.text ?? ""),
          ]),
      ])
  }

  private func help(_ callouts: [Callout], _ title: String) -> Markup {
    let items = callouts.map { callout in
      let label = (callout.label ?? callout.target).map { Markup.element("b", [], [], [.text("\($0): ")]) }
      return Markup.element(
        "li", [], [],
        [
          .element("span", ["callout-number"], [("aria-hidden", "true")], [.text("•")]),
          .element("span", [], [], [label, .text(callout.text)]),
        ])
    }
    return .element(
      "dialog", ["help"], [("open", "")],
      [
        .element(
          "div", ["help-box"], [],
          [
            .element("h2", ["dialog-title"], [], [.text(title)]), .element("ol", ["callouts"], [], items),
            .element("p", ["muted"], [], [.text(words[.anyTapCloses])]),
          ])
      ])
  }
}
