extension ComponentDescriptor {
  package static let (selection, selectionKeys) = declare(
    "ModelSelectionTableController", .controller(SelectionController.self), extends: list,
    functions: ["onClearTap", "onCloseTap"], "Lets a person choose among the entities of a collection."
  ) {
    (
      refType: $0.entityType("refType", "the class of a new reference"),
      refTypeName: $0.plainText("refTypeName", "accepted, without effect"),
      selectionContextPath: $0.entity(
        "selectionContextPath",
        "from the given context to where `selectionPath` starts; `contextPath` is only about the rows"),
      selectionPath: $0.any("selectionPath", "where the selection is written"),
      selectAppend: $0.bool("selectAppend", default: "#false", "a selected one goes to the end, not to the top"),
      unique: $0.bool("unique", default: "#true", "nothing is selected twice"),
      unselect: $0.bool("unselect", default: "#true", "tapping a selected row takes it out"),
      clear: $0.bool("clear", default: "#true", "whether there is a button Clear"),
      close: $0.bool("close", default: "#true", "whether there is a button Close when it was presented"),
      autoClose: $0.bool("autoClose", "leaves after a tap")
    )
  }
}

extension SelectionController {
  static let selectionKeys = ComponentDescriptor.selectionKeys
}
