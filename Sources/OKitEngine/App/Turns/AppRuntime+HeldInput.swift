/// The input of fields that is not written when a session ends.
extension AppRuntime {
  /// Reports each field that holds input, which the end of the session loses: its screen, its label and the text,
  /// except that of a secure field. To be called after `background`, which has written what is valid.
  ///
  /// - Returns: Whether there is such a field.
  package func reportHeldInput() -> Bool {
    // What the last turn has reported can be the same.
    diagnosticLog.beginTurn()
    var isLost = reportHeldInput(of: containers.controllers + containers.left.all)
    // Behind the cover, the report names no input of models that may not be seen.
    for window in coveredWindows ?? [] where reportLostInput(of: window) { isLost = true }
    return isLost
  }

  /// Reports the input that controllers hold, which is lost. - Returns: Whether there is any.
  @discardableResult
  func reportHeldInput(of controllers: [Controller]) -> Bool {
    var isLost = false
    for controller in controllers {
      for held in controller.fields?.heldInput ?? [] {
        isLost = true
        report(
          Diagnostic(
            "form.discarded", "\"\(controller.name)\" ends with input in \(held.description)", severity: .warning,
            place: controller.definition.place))
      }
    }
    return isLost
  }

  /// Reports the input of a window of a covered application, which is lost. - Returns: Whether there is any.
  @discardableResult
  func reportLostInput(of window: WindowState) -> Bool {
    var isLost = false
    for screen in window.navigation.screens {
      let labels = screen.view.inputs.filter { $0.input.entered != nil }.map(\.label)
      isLost = isLost || !labels.isEmpty
      FieldEditor.reportLost(
        labels, in: screen.name, .ended, place: definition.controller(named: screen.name)?.place, self)
    }
    return isLost
  }

  /// Reports what setters that wait have not written when another version of the script takes the place of this one, in
  /// which open fields have their input again.
  package func reportLeftInput() {
    for controller in containers.left.all { controller.fields?.reportWriting() }
  }
}
