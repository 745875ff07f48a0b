/// Shows the rows of a section with `dataPath` in a detail: a list without a screen of its own. Its context, its mode
/// and its handle are those of the detail, so that functions of the script get the detail.
final class SectionRows: ListController {
  private let detail: DetailController?
  /// The number of the section.
  let sectionNumber: Int

  /// - Parameter previous: The detail.
  required init(
    _ definition: ComponentClass, context: EntityID?, handle: RuntimeHandle, previous: Controller?,
    services: any ControllerServices
  ) {
    (detail, sectionNumber) = (previous as? DetailController, definition.section ?? 0)
    super.init(definition, context: context, handle: handle, previous: previous, services: services)
  }

  override var shownController: Controller { detail ?? self }

  /// Those of the detail: fields in rows are edited as its own.
  override var fields: FieldEditor? { detail?.fields }

  override var editedElements: Set<EntityID> {
    Set(
      (fields?.editedNumbers ?? []).compactMap { number in
        if case .element(let element, sectionNumber)? = detail?.registeredID(number) { element } else { nil }
      })
  }

  package override var isEditing: Bool { detail?.isRowEditing ?? false }

  /// Without an Edit button, rows have no swipe actions outside of edit mode.
  override var isEditable: Bool { detail?.properties[Self.keys.edit] ?? false }

  override func id(ofElement element: EntityID) -> RowID { .element(element, section: sectionNumber) }

  /// The field that adds entities; without one, the button.
  override var addRow: Screen.Row? {
    if let field = fieldRow(section: sectionNumber) { return field }
    guard properties[Self.listKeys.add] else { return nil }
    let title = localized("New %@", localized(.entityClass, addedTypeName))
    return Screen.Row(id: .add(section: sectionNumber), button: RowButton(title: title))
  }

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    guard let target = action.row, case .add? = screen.id(of: target), let button = addRow?.button else {
      return try super.perform(action, on: screen)
    }
    switch action {
    case .tapRow, .tapAccessory: try runFunction(.onAddTap)
    default: throw impossible("\(PrintableText.quoted(button.title)) is a button, not a row of the data")
    }
  }
}
