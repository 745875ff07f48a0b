extension ComponentDescriptor {
  /// A row without a control, and what all cells have in common; properties in the order of OKit's documentation.
  package static let tableCell = declare(
    "ModelTableCell", .cell(Cell.self),
    functions: [
      .cellUpdate, .updateTextValue, .updateDetailTextValue, .updateImageValue, .updateRibbonColor, .updateAccessory,
    ],
    "A row with a text and a detail text."
  ) { tableCellTable }

  package static let (tableCellTable, cellKeys) = properties {
    (
      contextPath: $0.entity(
        "contextPath", effect: "row",
        "the path from the given context to that of the cell; if it is nil, the cell is empty"),
      path: $0.string("path", fills: .text, "the text"),
      detailPath: $0.string("detailPath", fills: .detail, "the detail text"),
      imagePath: $0.image(
        "imagePath", fills: .image, "an image, the name of one, or bytes, whose format and size `row.imageInfo` has"),
      ribbonColor: $0.color("ribbonColor", fills: .ribbon, "the color of the ribbon"),
      editPath: $0.string("editPath", effect: "row.text", "the text in edit mode"),
      editDetailPath: $0.string("editDetailPath", effect: "row.detail", "the detail text in edit mode"),
      editImagePath: $0.image("editImagePath", effect: "row.image", "an image for edit mode, or the name of one"),
      editRibbonColor: $0.color("editRibbonColor", effect: "row.ribbon", "the color of the ribbon in edit mode"),
      accyPath: $0.any(
        "accyPath", fills: .accessory, constants: Screen.Row.Accessory.allCases.map(\.rawValue),
        """
        the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail`; by default \
        `disclosure` with a segue
        """
      ),
      accyIcon: $0.image("accyIcon", effect: "row.button", "the image of the button in place of the accessory"),
      accyText: $0.string(
        "accyText", fills: .button,
        "the title of a button in place of the accessory of `accyPath`; the disclosure of a segue stays beside it"),
      accyTap: $0.action("accyTap", "runs when the accessory or the button is tapped"),
      accyShow: $0.bool(
        "accyShow", default: "#true", effect: "row.button, row.accessory",
        "whether the button is shown, without one the accessory"),
      accyEnabled: $0.bool(
        "accyEnabled", default: "#true", effect: "row.button", "whether the accessory or button is enabled"),
      accyEditPath: $0.any(
        "accyEditPath", constants: Screen.Row.Accessory.allCases.map(\.rawValue),
        effect: "row.accessory", "the accessory in edit mode: a value as for `accyPath`"),
      accyEditIcon: $0.image("accyEditIcon", effect: "row.button", "the image of the button in edit mode"),
      accyEditText: $0.string("accyEditText", effect: "row.button", "the title of the button in edit mode"),
      accyEditTap: $0.action("accyEditTap", "runs when the accessory or the button is tapped in edit mode"),
      accyEditShow: $0.bool(
        "accyEditShow", default: "#true", effect: "row.button, row.accessory",
        "whether the button is shown in edit mode, without one the accessory"),
      accyEditEnabled: $0.bool(
        "accyEditEnabled", default: "#true", effect: "row.button",
        "whether the accessory or button is enabled in edit mode"),
      accessoryView: $0.view(
        "accessoryView", effect: "row.button, row.view",
        "a label or a button in place of the accessory; `accyShow` and `accyEnabled` apply to it"),
      editingAccessoryView: $0.view(
        "editingAccessoryView", effect: "row.button, row.view",
        "a label or a button in place of the accessory in edit mode"),
      heightDisplay: $0.number("heightDisplay", effect: "row.height", "the height in points; 0 hides the row"),
      heightEdit: $0.number("heightEdit", effect: "row.height", "the height in points in edit mode; 0 hides the row"),
      heightSelect: $0.number(
        "heightSelect", effect: "row.height", "the height in edit mode while the row is selected"),
      showDisplay: $0.bool(
        "showDisplay", default: "#true", effect: "rows",
        "whether the row is shown; without `showEdit` and `heightEdit`, in edit mode too"),
      showEdit: $0.bool("showEdit", default: "#true", effect: "rows", "whether the row is shown in edit mode"),
      enabledPath: $0.bool(
        "enabledPath", default: "#true", effect: "row.enabled",
        "whether the row, its control and its button can be operated"),
      hiddenPath: $0.bool("hiddenPath", default: "#false", effect: "rows", "whether the row is hidden"),
      colorPath: $0.color(
        "colorPath", effect: "row.color, control.color",
        """
        the color of the control, without one that of the text: `#rrggbb` or a name of CSS; empty or `none` for that \
        of the theme
        """
      ),
      selectNextRow: $0.int(
        "selectNextRow", effect: "row.selected",
        "in edit mode, a tap selects another row, that many cells after (or before) this one"),
      selectNextAccent: $0.bool(
        "selectNextAccent", default: "#true", effect: "row.accent",
        "shows this row in the accent color while the row that it selects is open"
      ),
      tap: $0.action("tap", "runs when the row is tapped"),
      tapEdit: $0.action("tapEdit", "runs when the row is tapped in edit mode"),
      segue: $0.segue("segue", effect: "stack", "the controller that the row opens, with the cell's context"),
      submit: $0.submit(),
      accessibility: $0.accessibility(),
      format: $0.format(effect: "row.text, row.detail")
    )
  }
}
