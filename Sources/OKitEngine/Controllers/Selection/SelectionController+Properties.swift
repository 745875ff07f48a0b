extension ComponentDescriptor {
  package static let (selection, selectionKeys) = declare(
    "ModelSelectionTableController", .controller(SelectionController.self), extends: list,

    functions: [
      "selectSingle", "unselectSingle", "selectMultiple", "unselectMultiple", "onClearTap", "onCloseTap",
    ], "Lets a user select entities of a collection."
  ) {
    (
      refType: $0.entityType("refType", "the class of a new reference; by default that of the collection"),
      refTypeName: $0.plainText("refTypeName", "accepted, without effect"),
      selectionContextPath: $0.entity(
        "selectionContextPath",
        "the path from the given context to the start of `selectionPath`; `contextPath` applies only to the rows"),
      selectionPath: $0.any(
        "selectionPath",
        "where the selection is written; by default the `dataPath` of the list that led here, or `.` of the detail"),
      selectAppend: $0.bool(
        "selectAppend", default: "#false", "adds a selected entity at the end instead of the start"),
      unique: $0.bool("unique", default: "#true", "prevents selecting an entity twice"),
      unselect: $0.bool("unselect", default: "#true", "whether tapping a selected row deselects it"),
      clear: $0.bool("clear", default: "#true", "whether there is a Clear button"),
      close: $0.bool("close", default: "#true", "whether there is a Close button if the controller is presented"),
      autoClose: $0.bool(
        "autoClose", default: "#false", "closes the screen after a tap; an empty text: if one entity is selected")
    )
  }
}

extension SelectionController {
  static let selectionKeys = ComponentDescriptor.selectionKeys
}
