/// The property tables of controllers, in the order of OKit's documentation.
extension PropertySchema {
  static let base: [PropertySchema] = [
    .init("contextPath", "from the given context to the effective one"),
    .init("promptPath", "the line above the title"), .init("titlePath", "the title"),
    .init("titleTap", .action, "what tapping the title does"),
    .init("titleCount", "a number for the subtitle, or for the title: `Title (3)`"),
    .init("subTitlePath", "the subtitle"),
    .init("subTitleObject", "without `subTitlePath`: the word behind the count, `3 Books`"),
    .init("subTitleObjectPlural", "its plural, for every count but 1"),
    .init("subTitleSwap", default: "#false", "swaps title and subtitle"),
    .init("edit", default: "#true", "whether there is an Edit button"),
    .init("editEnabled", default: "#true", "whether a row takes part in editing; in a list, evaluated for each row"),
    .init("editInherit", default: "#false", "begins in edit mode when the controller before is in it"),
    .init("editAlways", default: "#false", "always in edit mode; no Edit button"),
    .init("help", default: "#true", "accepted, without effect"),
    .init("forceUpdate", default: "#true", "accepted, without effect"),
    .init("left", .barButtons, "bar buttons"), .init("right", .barButtons, "bar buttons"),
    .init("toolbar", .barButtons, "bar buttons"),
  ]

  static let list: [PropertySchema] = [
    .init("type", .text, "the class of a new entity"), .init("typeName", .text, "what its dialog calls it"),
    .init("dataPath", "the collection"),
    .init("rowSort", .multipart, "the sort keys: numbers and dates by value, texts by Unicode order, nil last; stable"),
    .init("rowSortAsc", default: "#true", "ascending"), .init("group", "rows with equal header texts form a section"),
    .init("groupName", "the header's text"),
    .init("groupSort", default: "#true", "whether the sections are sorted by group"),
    .init("groupSortAsc", default: "#true", "whether they are sorted ascending"),
    .init("reorder", default: "#false", "whether rows can be moved in edit mode"),
    .init("reorderEnabled", default: "#true", "of each row"),
    .init("tap", .action, "what tapping a row does; the cell's own goes first"),
    .init("tapEdit", .action, "the same in edit mode"),
    .init("selectPath", "in edit mode a tap selects the row: this is set to true or false, or called with it"),
    .init("refresh", default: "#true", "whether the list can be pulled to refresh"),
    .init("search", default: "#true", "whether there is a search bar"),
    .init("searchPath", "what is searched; both sides are normalised, see `searchNormalized`"),
    .init("searchFilterPath", "a row is shown when its text equals that of the scope"),
    .init("searchFilters", .multipart, "the scopes behind `All`"),
    .init("index", default: "#false", "shows an index A to Z and `#`"),
    .init("add", default: "#true", "whether there is an Add button"),
    .init("addAppend", default: "#false", "a new entity goes to the end, not to the top"),
    .init("addName", .text, "asks for a name, and writes it to this property"),
    .init("addNav", default: "#false", "a new entity is opened in edit mode"),
    .init("navEnabled", default: "#true", "whether a row leads somewhere"),
    .init("delete", default: "#true", "whether rows can be deleted"),
    .init("deleteEnabled", default: "#true", "of each row"), .init("deletePrompt", default: "#true", "asks before"),
    .init("more", default: "#false", "whether rows have More..."),
    .init("moreEnabled", default: "#true", "of each row"),
    .init("moreTap", .action, "what it does instead of showing a sheet"),
    .init("moreActions", .moreActions, "the sheet`s actions: names, or tables `{ name =, enabled =, tap = }'"),
    .init("moreActionsEnabled", .multipart, "which of them are shown, where they are names; an empty part is true"),
    .init("moreActionsTap", .multipart, "what they do"), .init("quickName", "the title of the quick action"),
    .init("quickImage", "its image, whose name is the title otherwise"),
    .init("quickEnabled", default: "#true", "of each row"), .init("quickTap", .action, "what it does"),
    .init("autoDeselect", default: "#true", "the tapped row does not stay selected"),
    .init("forceListUpdate", default: "#false", "accepted, without effect"),
    .init("activityTop", default: "#20.0", "accepted, without effect"),
    .init("activity", default: "#false", "accepted, without effect"),
    .init("cell", .cell, "how a row looks"), .init("segue", .segue, "where a row leads; that of the cell wins"),
  ]

  static let selection: [PropertySchema] = [
    .init("refType", .text, "the class of a new reference"), .init("refTypeName", .text, "accepted, without effect"),
    .init(
      "selectionContextPath",
      "from the given context to where `selectionPath` starts; `contextPath` is only about the rows"),
    .init("selectionPath", "where the selection is written"),
    .init("selectAppend", default: "#false", "a selected one goes to the end, not to the top"),
    .init("unique", default: "#true", "nothing is selected twice"),
    .init("unselect", default: "#true", "tapping a selected row takes it out"),
    .init("clear", default: "#true", "whether there is a button Clear"),
    .init("close", default: "#true", "whether there is a button Close when it was presented"),
    .init("autoClose", "leaves after a tap"),
  ]

  static let detail: [PropertySchema] = [
    .init("sections", .sections, "the sections: tables `{ header =, footer =, cells =, showDisplay =, showEdit = }`"),
    .init("sectionHeaders", .multipart, "headers by number, where the section has none itself"),
    .init("sectionFooters", .multipart, "footers likewise"),
    .init("tap", .action, "what tapping a row does; the cell's own goes first"),
    .init("tapEdit", .action, "the same in edit mode"),
    .init("accyTap", .action, "what tapping an accessory does, where the cell has nothing"),
    .init("accyEditTap", .action, "the same in edit mode"),
    .init("autoDeselect", default: "#true", "the tapped row does not stay selected"),
    .init("sectionsShowDisplay", .multipart, "which sections are shown"),
    .init("sectionsShowEdit", .multipart, "which sections are shown in edit mode"),
  ]

  static let application: [PropertySchema] = [
    .init("homeIdentifier", .text, "the controller that is shown first"),
    .init("contextPath", "the context of the first screen"),
  ]

  /// OKit's `tapPath` and `enabledPath`, and the shorter names that fit beside `title`.
  static let barButton: [PropertySchema] = [
    .init("contextPath", "from the controller's effective context to its own"), .init("title", "its title"),
    .init("tapPath", .action, "what it does"), .init("enabledPath", "whether it can be tapped"),
    .init("tap", .action, "what it does"),
    .init("enabled", "whether it can be tapped"), .init("segue", .segue, "where it leads, with its context"),
  ]
}
