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
}

/// Dialogs: one is shown, the others wait for it.
extension AppRuntime {
  /// Shows a dialog when its turn has come. - Returns: its handle.
  public func open(_ request: DialogRequest) -> RuntimeHandle {
    let dialog = OpenDialog(request, makeHandle(.dialog))
    dialogs.append(dialog)
    return dialog.handle
  }

  public func isOpen(dialog handle: RuntimeHandle) -> Bool { dialogs.contains { $0.handle == handle } }

  func fillDialog(_ screen: inout Screen) {
    guard let dialog = dialogs.first else { return }
    let request = dialog.request
    switch request.style {
    case .sheet: screen.sheet = Sheet(title: request.title, message: request.message, actions: dialog.actions)
    case .alert:
      let fields = zip(request.fields, dialog.texts).map { field, text in
        DialogField(name: field.name, placeholder: field.placeholder, text: text, isSecure: field.isSecure)
      }
      screen.alert = Alert(title: request.title, message: request.message, fields: fields, actions: dialog.actions)
    }
  }

  func type(_ text: String, inField field: Int) throws {
    guard let dialog = dialogs.first, dialog.request.style == .alert else {
      throw Diagnostic("action.impossible", "no alert is open")
    }
    guard dialog.texts.indices.contains(field) else {
      throw Diagnostic(
        "action.impossible", "the alert \"\(dialog.request.title ?? "")\" has \(dialog.texts.count) fields")
    }
    dialog.texts[field] = text
  }

  func answer(_ index: Int) throws {
    guard let dialog = dialogs.first else { throw Diagnostic("action.impossible", "no dialog is open") }
    let buttons = dialog.request.buttons
    guard buttons.indices.contains(index) else {
      throw Diagnostic("action.impossible", "the dialog has \(buttons.count) buttons")
    }
    guard buttons[index].isEnabled(dialog.texts) else {
      throw Diagnostic("action.impossible", "\"\(buttons[index].title)\" is disabled")
    }
    dialogs.removeFirst()
    try buttons[index].tap(dialog.texts)
    dialog.request.onAnswer(index, dialog.texts)
  }
}
