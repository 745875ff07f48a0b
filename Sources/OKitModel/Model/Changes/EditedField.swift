/// A field on a screen. Its edits, without another action in between, are one step of the history.
package struct EditedField: Equatable {
  private let controller: RuntimeHandle
  private let row: (kind: Int, number: Int, entity: EntityID?)
  private let component: ObjectIdentifier
  private let context: EntityID?

  /// - Parameter row: What tells the row from others of the controller.
  package init(
    controller: RuntimeHandle, row: (kind: Int, number: Int, entity: EntityID?), component: ObjectIdentifier,
    context: EntityID?
  ) {
    (self.controller, self.row, self.component, self.context) = (controller, row, component, context)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.controller == right.controller && left.row == right.row && left.component == right.component
      && left.context == right.context
  }
}
