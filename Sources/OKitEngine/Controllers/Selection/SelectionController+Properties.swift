extension ComponentDescriptor {
  package static let selection = declare(
    "ModelSelectionTableController", .controller(SelectionController.self), extends: list,

    functions: [
      .selectSingle, .unselectSingle, .selectMultiple, .unselectMultiple, .setSelectionData, .refreshState,
      .onClearTap, .handleClear, .handleClose,
    ], "Lets a user select entities of a collection."
  ) { selectionTable }

  package static let (selectionTable, selectionKeys) = properties(extending: list) {
    (
      refType: $0.entityType(
        "refType", effect: "model",
        "the class of a new reference in a list of a class that extends `ModelRef`; by default that of the collection"),
      refTypeName: $0.plainText(
        "refTypeName", effect: "screen.refTypeName",
        "the name of the class of references; only part of the screen's data"),
      selectionContextPath: $0.entity(
        "selectionContextPath",
        effect: "model",
        "the path from the given context to the start of `selectionPath`; `contextPath` applies only to the rows"),
      selectionPath: $0.any(
        "selectionPath",
        effect: "model",
        "where the selection is written; by default the `dataPath` of the list that led here, or `.` of the detail"),
      selectAppend: $0.bool(
        "selectAppend", default: "#false", effect: "model", "adds a selected entity at the end instead of the start"),
      unique: $0.bool("unique", default: "#true", effect: "model", "prevents selecting an entity twice"),
      unselect: $0.bool("unselect", default: "#true", effect: "model", "whether tapping a selected row deselects it"),
      clear: $0.bool(
        "clear", default: "#true", effect: "screen.right", "whether there is a Clear button, first on the right"),
      close: $0.bool(
        "close", default: "#true", effect: "screen.left",
        "whether there is a Close button if the controller is presented"),
      autoClose: $0.bool(
        "autoClose", default: "#false", effect: "stack",
        "closes the screen after a tap; an empty text: if one entity is selected")
    )
  }
}

extension SelectionController {
  static let selectionKeys = ComponentDescriptor.selectionKeys
}
