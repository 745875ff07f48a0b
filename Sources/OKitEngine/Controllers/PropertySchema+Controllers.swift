/// The property tables of controllers, in the order of OKit's documentation.
extension PropertySchema {
  static let base: [PropertySchema] = [
    .init("contextPath"), .init("promptPath"), .init("titlePath"), .init("titleTap", .action), .init("titleCount"),
    .init("subTitlePath"), .init("subTitleObject"), .init("subTitleObjectPlural"),
    .init("subTitleSwap", .value, "#false"), .init("edit", .value, "#true"), .init("editEnabled", .value, "#true"),
    .init("editInherit", .value, "#false"), .init("editAlways", .value, "#false"), .init("help", .value, "#true"),
    .init("forceUpdate", .value, "#true"),
    .init("left", .barButtons), .init("right", .barButtons), .init("toolbar", .barButtons),
  ]

  static let list: [PropertySchema] = [
    .init("type", .text), .init("typeName", .text), .init("dataPath"), .init("rowSort", .multipart),
    .init("rowSortAsc", .value, "#true"), .init("group"), .init("groupName"), .init("groupSort", .value, "#true"),
    .init("groupSortAsc", .value, "#true"), .init("reorder", .value, "#false"),
    .init("reorderEnabled", .value, "#true"), .init("tap", .action), .init("tapEdit", .action), .init("selectPath"),
    .init("refresh", .value, "#true"), .init("search", .value, "#true"), .init("searchPath", .value),
    .init("searchFilterPath"), .init("searchFilters", .multipart), .init("index", .value, "#false"),
    .init("add", .value, "#true"), .init("addAppend", .value, "#false"), .init("addName", .text),
    .init("addNav", .value, "#false"), .init("navEnabled", .value, "#true"), .init("delete", .value, "#true"),
    .init("deleteEnabled", .value, "#true"), .init("deletePrompt", .value, "#true"), .init("more", .value, "#false"),
    .init("moreEnabled", .value, "#true"), .init("moreTap", .action), .init("moreActions", .moreActions),
    .init("moreActionsEnabled", .multipart), .init("moreActionsTap", .multipart), .init("quickName"),
    .init("quickImage"), .init("quickEnabled", .value, "#true"), .init("quickTap", .action),
    .init("autoDeselect", .value, "#true"), .init("forceListUpdate", .value, "#false"),
    .init("activityTop", .value, "#20.0"), .init("activity", .value, "#false"),
    .init("cell", .cell), .init("segue", .segue),
  ]

  static let selection: [PropertySchema] = [
    .init("refType", .text), .init("refTypeName", .text), .init("selectionContextPath"), .init("selectionPath"),
    .init("selectAppend", .value, "#false"), .init("unique", .value, "#true"), .init("unselect", .value, "#true"),
    .init("clear", .value, "#true"), .init("close", .value, "#true"), .init("autoClose"),
  ]

  static let detail: [PropertySchema] = [
    .init("sections", .sections), .init("sectionHeaders", .multipart), .init("sectionFooters", .multipart),
    .init("tap", .action), .init("tapEdit", .action), .init("accyTap", .action), .init("accyEditTap", .action),
    .init("autoDeselect", .value, "#true"), .init("sectionsShowDisplay", .multipart),
    .init("sectionsShowEdit", .multipart),
  ]

  static let application: [PropertySchema] = [
    .init("homeIdentifier", .text), .init("contextPath"),
  ]

  /// OKit's `tapPath` and `enabledPath`, and the shorter names that fit beside `title`.
  static let barButton: [PropertySchema] = [
    .init("contextPath"), .init("title"), .init("tapPath", .action), .init("enabledPath"), .init("tap", .action),
    .init("enabled"), .init("segue", .segue),
  ]
}
