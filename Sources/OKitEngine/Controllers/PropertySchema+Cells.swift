/// The property tables of cells, in the order of OKit's documentation.
extension PropertySchema {
  static let cell: [PropertySchema] = [
    .init("contextPath", "from the given context to that of the cell; when it leads nowhere, the cell shows nothing"),
    .init("path", "the text"), .init("detailPath", "the detail text"),
    .init("imagePath", "an image, or the name of one"), .init("ribbonColor", "a colour"),
    .init("editPath", "the text in edit mode"), .init("editDetailPath", "the detail text in edit mode"),
    .init("editImagePath", "an image, or the name of one in edit mode"),
    .init("editRibbonColor", "a colour in edit mode"),
    .init("accyPath", "the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail`"),
    .init("accyIcon", "the button's image"), .init("accyText", "a button in its place"),
    .init("accyTap", .action, "what tapping accessory or button does"),
    .init("accyShow", default: "#true", "whether they are shown"),
    .init("accyEnabled", default: "#true", "whether they can be tapped"),
    .init(
      "accyEditPath",
      "the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail` in edit mode"),
    .init("accyEditIcon", "the button's image in edit mode"),
    .init("accyEditText", "a button in its place in edit mode"),
    .init("accyEditTap", .action, "what tapping accessory or button does in edit mode"),
    .init("accyEditShow", default: "#true", "whether they are shown in edit mode"),
    .init("accyEditEnabled", default: "#true", "whether they can be tapped in edit mode"),
    .init("heightDisplay", "in points; at 0 the row is hidden"),
    .init("heightEdit", "in points in edit mode; at 0 the row is hidden"),
    .init("heightSelect", "in edit mode while the row is selected"),
    .init("showDisplay", default: "#true", "whether the row is shown"),
    .init("showEdit", default: "#true", "whether the row is shown in edit mode"),
    .init("selectNextRow", "in edit mode a tap selects the row that many cells further on (or back) instead"),
    .init("selectNextAccent", default: "#true", "accepted, without effect"),
    .init("tap", .action, "what tapping the row does"),
    .init("tapEdit", .action, "what tapping the row does in edit mode"),
    .init("segue", .segue, "where the row leads, with the context of the cell"),
  ]

  static let editCell: [PropertySchema] = [
    .init("readOnly", default: "#false", "the control cannot be changed"),
    .init("controlInDisplay", default: "#true", "the control is shown outside of edit mode as well, disabled"),
  ]

  /// What a built-in class has alone.
  public static func own(_ kind: ComponentKind) -> [PropertySchema] {
    switch kind {
    case .list, .tableCell: []
    case .selection: selection
    case .detail: detail
    case .application: application
    case .barButtonItem: barButton
    case .switchCell: [.init("onPath", "true or false")]
    case .textCell:
      [
        .init("textPath", "the text"), .init("placeholder", "what stands there when it is empty"),
        .init("secure", default: "#false", "the text is in no screen"),
      ]
    case .multilineCell: [.init("textPath", "the text"), .init("placeholder", "what stands there when it is empty")]
    case .dateCell:
      [
        .init("datePath", "the date"), .init("minDatePath", "the earliest date"),
        .init("maxDatePath", "the latest date"),
        .init("modePath", default: "#2", "0 time, 1 date, 2 dateAndTime, 3 countDownTimer"),
      ]
    case .segmentCell:
      [
        .init("segmentsPath", .multipart, "the titles"),
        .init("selectIndexPath", "the index of the chosen one, from 0"),
        .init("width", default: "#200", "accepted, without effect"),
      ]
    case .pickerCell:
      [
        .init("dataPath", "the choices"), .init("namePath", "the name of each; the text unless given"),
        .init("selectionPath", "a reference to the chosen one, or its index"),
      ]
    case .sliderCell:
      [
        .init("valuePath", "the number"), .init("minValuePath", default: "#0", "its least value"),
        .init("maxValuePath", default: "#1", "its greatest value"),
        .init("minImagePath", "accepted, without effect"), .init("maxImagePath", "accepted, without effect"),
        .init("width", default: "#150", "accepted, without effect"),
      ]
    case .stepperCell:
      [
        .init("valuePath", "the number"), .init("minValuePath", default: "#0", "its least value"),
        .init("maxValuePath", default: "#100", "its greatest value"),
        .init("stepValuePath", default: "#1", "how far one step goes"),
      ]
    }
  }
}
