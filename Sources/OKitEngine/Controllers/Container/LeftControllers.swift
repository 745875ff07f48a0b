/// The controllers that have left the screen in the turn that runs now.
///
/// A function of a script may leave the screen that calls it. Until the turn ends, its handle, its cells and its fields
/// work as before, so that the function can go on. Then the controllers end, those with a setter that waits when it has
/// ended.
final class LeftControllers {
  // Unchecked because every turn reads them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var controllers: [UInt32: Controller] = [:]
  /// The number of calls that write input now.
  @exclusivity(unchecked) private var writing = 0

  /// The controller with the number of a handle.
  subscript(number: UInt32) -> Controller? { controllers[number] }

  /// All of them, in the order of their handles.
  var all: [Controller] { controllers.values.sorted { $0.handle.id < $1.handle.id } }

  func add(_ controller: Controller) { controllers[controller.handle.id] = controller }

  /// The controller is open again.
  func remove(_ controller: Controller) { controllers[controller.handle.id] = nil }

  /// Whether a field of one of them has input that is not written.
  var holdsInput: Bool { controllers.values.contains { $0.fields?.holdsInput == true } }

  /// Writes the valid input of their fields, and reports what is lost: also what was entered after they left.
  func writeInput() {
    // Almost always there is none. The functions that run may leave more screens, which write their own input.
    guard !controllers.isEmpty else { return }
    for controller in all { writeInput(of: controller) }
  }

  /// Writes the valid input of the fields of one of them.
  func writeInput(of controller: Controller) {
    guard let fields = controller.fields, fields.isInUse else { return }
    writing += 1
    defer { writing -= 1 }
    fields.close()
  }

  /// Ends those without a setter that waits, unless input is being written.
  func end(filling pool: ReusePool) {
    guard writing == 0, !controllers.isEmpty else { return }
    for controller in take({ $0.fields?.isWriting != true }) { controller.end(filling: pool) }
  }

  func endAll() { for controller in take({ _ in true }) { controller.end() } }

  private func take(_ isEnded: (Controller) -> Bool) -> [Controller] {
    let ended = all.filter(isEnded)
    for controller in ended { controllers[controller.handle.id] = nil }
    return ended
  }
}
