extension Screen {
  /// Returns the screen with other texts. An attributed text becomes plain where its text changes.
  ///
  /// - Parameter ofDialog: Replaces the texts of dialogs.
  package func replacingTexts(_ replace: (String) -> String, ofDialog: (String) -> String) -> Screen {
    var screen = self
    screen.replaceTexts(replace)
    screen.title = replace(title)
    if screen.title != title { screen.titleRuns = [] }
    if screen.subtitle != subtitle { screen.subtitleRuns = [] }
    screen.titleView?.replaceTexts(replace)
    for bar in [\Screen.left, \.right, \.toolbar] {
      for index in screen[keyPath: bar].indices { screen[keyPath: bar][index].replaceTexts(replace) }
    }
    for index in screen.views.indices { screen.views[index].replaceTexts(replace) }
    for index in screen.tabs.indices {
      screen.tabs[index].title = replace(tabs[index].title)
      screen.tabs[index].badge = tabs[index].badge.map(replace)
    }
    for index in screen.columns.indices { screen.columns[index].title = replace(columns[index].title) }
    screen.search?.text = search.map { replace($0.text) } ?? ""
    screen.search?.scopes = search?.scopes.map(replace) ?? []
    screen.index = index.map(replace)
    screen.cover?.text = cover?.text.map(replace)
    screen.help = help?.map {
      Callout(
        target: $0.target.map(replace), text: replace($0.text), element: $0.element, label: $0.label.map(replace))
    }
    screen.menu = menu?.replacingTexts(replace, ofDialog: ofDialog)
    screen.replaceTextsOfDialogs(ofDialog)
    for section in screen.sections.indices {
      screen.sections[section].replaceTexts(replace)
      for row in screen.sections[section].rows.indices {
        screen.sections[section].rows[row].replaceAllTexts(replace)
      }
    }
    return screen
  }

  private mutating func replaceTextsOfDialogs(_ replace: (String) -> String) {
    func replaced(_ actions: [DialogAction]) -> [DialogAction] {
      actions.map { DialogAction(title: replace($0.title), style: $0.style, isEnabled: $0.isEnabled) }
    }
    if var shown = alert {
      (shown.title, shown.message) = (shown.title.map(replace), shown.message.map(replace))
      shown.actions = replaced(shown.actions)
      shown.fields = shown.fields.map { $0.replacingTexts(replace) }
      alert = shown
    }
    if var shown = sheet {
      (shown.title, shown.message) = (shown.title.map(replace), shown.message.map(replace))
      shown.actions = replaced(shown.actions)
      sheet = shown
    }
  }
}

extension Screen.Row {
  fileprivate mutating func replaceAllTexts(_ replace: (String) -> String) {
    let original = self
    replaceTexts(replace)
    if let control = original.control, case let replaced = control.replacingTexts(replace), replaced != control {
      self.control = replaced
    }
    if var view = original.view {
      view.replaceTexts(replace)
      if view != original.view { self.view = view }
    }
    if text != original.text { textRuns = [] }
    if detail != original.detail { detailRuns = [] }
    if let title = original.button?.title, case let replaced = replace(title), replaced != title {
      button?.title = replaced
    }
    if case let replaced = original.leading.map(replace), replaced != original.leading { leading = replaced }
    if case let replaced = original.trailing.map(replace), replaced != original.trailing { trailing = replaced }
    if var texts = original.extras?.content.accessibility {
      texts.replaceTexts(replace)
      set(texts)
    }
    guard !original.cells.isEmpty else { return }
    var cells = original.cells
    for index in cells.indices { cells[index].replaceAllTexts(replace) }
    self.cells = cells
  }
}

extension Control {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> Control {
    var control = self
    if case .string(let text) = value { control = replacingValue(.string(replace(text))) }
    control.text = text.map(replace)
    control.placeholder = placeholder.map(replace)
    control.title = title.map(replace)
    control.options = options.map(replace)
    if let error = field?.content.error { control.field?.content.error = replace(error) }
    return control
  }
}

extension BarButton {
  fileprivate mutating func replaceTexts(_ replace: (String) -> String) {
    let replaced = replace(title)
    if replaced != title { (title, runs) = (replaced, []) }
    accessibility.replaceTexts(replace)
  }
}

extension ScreenView {
  fileprivate mutating func replaceTexts(_ replace: (String) -> String) {
    let replaced = replace(text)
    if replaced != text { (text, runs) = (replaced, []) }
    accessibility.replaceTexts(replace)
  }
}

extension AccessibilityTexts {
  fileprivate mutating func replaceTexts(_ replace: (String) -> String) {
    label = label.map(replace)
    hint = hint.map(replace)
  }
}

extension DialogField {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> DialogField {
    guard !isSecure else { return self }
    return DialogField(name: replace(name), placeholder: placeholder.map(replace), text: replace(text ?? ""))
  }
}
