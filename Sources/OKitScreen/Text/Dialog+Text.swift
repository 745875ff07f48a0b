extension Alert {
  func box(within width: Int) -> TextFrame {
    var texts = dialogTexts(title, message)
    let fieldLines = fields.map(\.line)
    texts += fieldLines
    let buttons = actions.map(\.text).joined(separator: " ")
    var box = TextFrame(width: dialogWidth(texts + [buttons], within: width))
    box.surface = .dialog
    box.top()
    box.drawTexts(title, message)
    for (index, text) in fieldLines.enumerated() {
      box.row(.cell(index), index + 1, .element(.dialogPart(DialogPartID(id, .field, index)))) {
        $0.block(StyledText(text), indent: 2)
      }
    }
    if TextWidth.columns(buttons, upTo: box.inner) <= box.inner {
      box.centered(.joined(actions.styled(id), separator: " "))
    } else {
      for action in actions.styled(id) { box.centered(action) }
    }
    box.bottom()
    return box
  }
}

extension Sheet {
  func box(within width: Int) -> TextFrame {
    let texts = dialogTexts(title, message) + actions.map(\.text)
    var box = TextFrame(width: dialogWidth(texts, within: width))
    box.surface = .dialog
    box.top()
    box.drawTexts(title, message)
    for action in actions.styled(id) { box.centered(action) }
    box.bottom()
    return box
  }
}

/// The texts above the fields, each on lines of its own. A message may have several.
private func dialogTexts(_ title: String?, _ message: String?) -> [String] {
  let title = title.flatMap { $0.isEmpty ? nil : TextWidth.printable($0) }
  let message = message.flatMap { $0.isEmpty ? nil : $0 }
  let lines = message?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []
  return [title].compactMap(\.self) + lines.map { TextWidth.printable(String($0)) }
}

private func dialogWidth(_ texts: [String], within width: Int) -> Int {
  min(width, (texts.map { TextWidth.columns($0, upTo: width) }.max() ?? 0) + 4)
}

extension TextFrame {
  fileprivate mutating func drawTexts(_ title: String?, _ message: String?) {
    let texts = dialogTexts(title, message)
    guard !texts.isEmpty else { return }
    for text in texts { centered(text) }
    rule()
  }
}

extension [DialogAction] {
  /// The buttons of a dialog.
  fileprivate func styled(_ id: DialogID) -> [StyledText] {
    enumerated().map { StyledText($1.text, $1.role, .element(.dialogPart(DialogPartID(id, .action, $0)))) }
  }
}

extension DialogAction {
  fileprivate var role: TextRole { !isEnabled ? .disabled : style == .destructive ? .destructive : .tint }

  fileprivate var text: String {
    TextFrame.bracketed(TextWidth.printable(title), isEnabled) + (style == .destructive ? "!" : "")
  }
}

extension DialogField {
  fileprivate var line: String {
    let shown = isSecure ? "••••••" : TextWidth.printable(text ?? "")
    let hint = placeholder.map { "‹\(TextWidth.printable($0))›" } ?? "    "
    let label = name.isEmpty ? "" : TextWidth.printable(name) + " "
    return label + "[\(isFilled ? shown : hint)]"
  }
}
