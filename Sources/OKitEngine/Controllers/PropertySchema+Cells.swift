/// The property tables of cells, in the order of OKit's documentation.
extension PropertySchema {
  static let cell: [PropertySchema] = [
    .init("contextPath"), .init("path"), .init("detailPath"), .init("imagePath"), .init("ribbonColor"),
    .init("editPath"), .init("editDetailPath"), .init("editImagePath"), .init("editRibbonColor"), .init("accyPath"),
    .init("accyIcon"), .init("accyText"), .init("accyTap", .action), .init("accyShow", .value, "#true"),
    .init("accyEnabled", .value, "#true"), .init("accyEditPath"), .init("accyEditIcon"), .init("accyEditText"),
    .init("accyEditTap", .action), .init("accyEditShow", .value, "#true"), .init("accyEditEnabled", .value, "#true"),
    .init("heightDisplay"), .init("heightEdit"), .init("heightSelect"), .init("showDisplay", .value, "#true"),
    .init("showEdit", .value, "#true"), .init("selectNextRow"), .init("selectNextAccent", .value, "#true"),
    .init("tap", .action), .init("tapEdit", .action), .init("segue", .segue),
  ]

  static let editCell: [PropertySchema] = [
    .init("readOnly", .value, "#false"), .init("controlInDisplay", .value, "#true"),
  ]
}
