/// An alert or a sheet that waits for an answer.
final class OpenDialog {
  let handle: RuntimeHandle
  let request: DialogRequest
  var texts: [String]

  init(_ request: DialogRequest, _ handle: RuntimeHandle) {
    self.request = request
    self.handle = handle
    texts = request.fields.map(\.text)
  }

  var actions: [DialogAction] {
    request.buttons.map { DialogAction(title: $0.title, style: $0.style, isEnabled: $0.isEnabled(texts)) }
  }

  var id: DialogID { DialogID(handle.id) }

  /// Whether the text of a field is hidden.
  func isSecure(_ field: Int) -> Bool { request.fields.indices.contains(field) && request.fields[field].isSecure }

  /// The name of the dialog in messages, such as `alert "New Book"`.
  var label: String { "\(request.style) \"\(request.title ?? request.message ?? "")\"" }
}

/// The open dialogs of one window: the first one is shown, the others wait for it.
package final class DialogQueue {
  private var dialogs: [OpenDialog] = []

  /// The dialog that is shown.
  var first: OpenDialog? { dialogs.first }
  package var shownRequest: DialogRequest? { first?.request }

  /// Shows a dialog as soon as those before it are answered. - Returns: Its handle.
  func open(_ request: DialogRequest, number: UInt32) -> RuntimeHandle {
    let dialog = OpenDialog(request, RuntimeHandle(.dialog, number))
    dialogs.append(dialog)
    return dialog.handle
  }

  func add(to census: inout MemoryCensus) {
    for dialog in dialogs {
      census.add(bytes: 512)
      for text in [dialog.request.title, dialog.request.message].compactMap(\.self) + dialog.texts { census.add(text) }
    }
  }

  package func isOpen(_ handle: RuntimeHandle) -> Bool { dialogs.contains { $0.handle == handle } }

  func removeAll() { dialogs = [] }

  /// Removes all dialogs, because their window is closed.
  func close() {
    let closed = dialogs
    removeAll()
    for dialog in closed { dialog.request.onClose() }
  }

  /// Adds the shown dialog to a screen.
  func fill(_ screen: inout Screen) {
    guard let dialog = first else { return }
    let request = dialog.request
    switch request.style {
    case .sheet:
      screen.sheet = Sheet(title: request.title, message: request.message, actions: dialog.actions)
      screen.sheet?.id = dialog.id
    case .alert:
      let fields = zip(request.fields, dialog.texts).map { field, text in
        DialogField(name: field.name, placeholder: field.placeholder, text: text, isSecure: field.isSecure)
      }
      screen.alert = Alert(title: request.title, message: request.message, fields: fields, actions: dialog.actions)
      screen.alert?.id = dialog.id
    }
  }

  // MARK: Actions

  /// - Throws: `action.impossible` unless the action is one on the shown dialog, which covers everything else.
  func checkCovers(_ action: ScreenAction) throws {
    guard let dialog = first else { return }
    switch action {
    case .answer, .typeInAlert: return
    default:
      throw Diagnostic(
        "action.impossible", "the \(dialog.label) is open and covers the screen",
        hint: DialogAction.answerHint(dialog.actions))
    }
  }

  /// Returns the shown dialog. - Throws: `action.impossible` when it is not that one.
  private func shown(_ id: DialogID) throws -> OpenDialog {
    guard let dialog = first else { throw Diagnostic("action.impossible", "no dialog is open") }
    guard dialog.id == id else {
      throw Diagnostic("action.impossible", "\(id) is not open; the \(dialog.label) is \(dialog.id)")
    }
    return dialog
  }

  func type(_ text: String, inField field: Int, of id: DialogID) throws {
    let dialog = try shown(id)
    guard dialog.texts.indices.contains(field) else {
      throw Diagnostic("action.impossible", "the \(dialog.label) has \(dialog.texts.count) fields")
    }
    dialog.texts[field] = text
  }

  func answer(_ id: DialogID, _ index: Int, _ coverage: DefinitionCoverage?) throws {
    let dialog = try shown(id)
    let buttons = dialog.request.buttons
    guard buttons.indices.contains(index) else {
      throw Diagnostic("action.impossible", "the \(dialog.label) has \(buttons.count) actions")
    }
    guard buttons[index].isEnabled(dialog.texts) else {
      throw Diagnostic("action.impossible", "the button \"\(buttons[index].title)\" is disabled")
    }
    dialogs.removeFirst()
    coverage?.answer(dialog.request, index)
    try buttons[index].tap(dialog.texts)
    dialog.request.onAnswer(index, dialog.texts)
  }
}
