extension ComponentDescriptor {
  /// A row without a control, and what all cells have in common; properties in the order of OKit's documentation.
  package static let (tableCell, cellKeys) = declare(
    "ModelTableCell", .cell(Cell.self), "A row with a text and a detail text."
  ) {
    (
      contextPath: $0.entity(
        "contextPath", "from the given context to that of the cell; when it leads nowhere, the cell shows nothing"),
      path: $0.string("path", fills: .text, "the text"),
      detailPath: $0.string("detailPath", fills: .detail, "the detail text"),
      imagePath: $0.image("imagePath", fills: .image, "an image, or the name of one"),
      ribbonColor: $0.color("ribbonColor", fills: .ribbon, "a color"),
      editPath: $0.string("editPath", "the text in edit mode"),
      editDetailPath: $0.string("editDetailPath", "the detail text in edit mode"),
      editImagePath: $0.image("editImagePath", "an image, or the name of one in edit mode"),
      editRibbonColor: $0.color("editRibbonColor", "a color in edit mode"),
      accyPath: $0.any(
        "accyPath", fills: .accessory,
        "the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail`"),
      accyIcon: $0.image("accyIcon", "the button's image"),
      accyText: $0.string("accyText", fills: .button, "a button in its place"),
      accyTap: $0.action("accyTap", "what tapping accessory or button does"),
      accyShow: $0.bool("accyShow", default: "#true", "whether they are shown"),
      accyEnabled: $0.bool("accyEnabled", default: "#true", "whether they can be tapped"),
      accyEditPath: $0.any(
        "accyEditPath",
        "the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail` in edit mode"),
      accyEditIcon: $0.image("accyEditIcon", "the button's image in edit mode"),
      accyEditText: $0.string("accyEditText", "a button in its place in edit mode"),
      accyEditTap: $0.action("accyEditTap", "what tapping accessory or button does in edit mode"),
      accyEditShow: $0.bool("accyEditShow", default: "#true", "whether they are shown in edit mode"),
      accyEditEnabled: $0.bool("accyEditEnabled", default: "#true", "whether they can be tapped in edit mode"),
      heightDisplay: $0.number("heightDisplay", "in points; at 0 the row is hidden"),
      heightEdit: $0.number("heightEdit", "in points in edit mode; at 0 the row is hidden"),
      heightSelect: $0.number("heightSelect", "in edit mode while the row is selected"),
      showDisplay: $0.bool("showDisplay", default: "#true", "whether the row is shown"),
      showEdit: $0.bool("showEdit", default: "#true", "whether the row is shown in edit mode"),
      selectNextRow: $0.int(
        "selectNextRow", "in edit mode a tap selects the row that many cells further on (or back) instead"),
      selectNextAccent: $0.bool("selectNextAccent", default: "#true", "accepted, without effect"),
      tap: $0.action("tap", "what tapping the row does"),
      tapEdit: $0.action("tapEdit", "what tapping the row does in edit mode"),
      segue: $0.segue("segue", "where the row leads, with the context of the cell")
    )
  }
}
