extension ComponentDescriptor {
  /// The declarations that lists and selections share; properties in the order of OKit's documentation.
  package static let (list, listKeys) = declare(
    "ModelListTableController", .controller(ListController.self), extends: tableController,
    functions: [
      "onAddTap", "onDelete", "onMoreTap", "onMoreAction", "onQuickTap", "onRefresh", "updateData", "rowFor",
    ],
    "Shows the entities of a collection in rows."
  ) {
    (
      type: $0.entityType("type", "the class of a new entity"),
      typeName: $0.plainText("typeName", "what its dialog calls it"),
      dataPath: $0.list("dataPath", "the collection"),
      rowSort: $0.parts(
        "rowSort", of: .any, "the sort keys: numbers and dates by value, texts by Unicode order, nil last; stable"),
      rowSortAsc: $0.bool("rowSortAsc", default: "#true", "ascending"),
      group: $0.any("group", "rows with equal header texts form a section"),
      groupName: $0.string("groupName", "the header's text"),
      groupSort: $0.bool("groupSort", default: "#true", "whether the sections are sorted by group"),
      groupSortAsc: $0.bool("groupSortAsc", default: "#true", "whether they are sorted ascending"),
      reorder: $0.bool("reorder", default: "#false", "whether rows can be moved in edit mode"),
      reorderEnabled: $0.bool("reorderEnabled", default: "#true", "of each row"),
      selectPath: $0.bool(
        "selectPath", "in edit mode a tap selects the row: this is set to true or false, or called with it"),
      refresh: $0.bool("refresh", default: "#true", "whether the list can be pulled to refresh"),
      search: $0.bool("search", default: "#true", "whether there is a search bar"),
      searchPath: $0.string("searchPath", "what is searched; both sides are normalized, see `searchNormalized`"),
      searchFilterPath: $0.string("searchFilterPath", "a row is shown when its text equals that of the scope"),
      searchFilters: $0.texts("searchFilters", "the scopes behind `All`"),
      index: $0.bool("index", default: "#false", "shows an index A to Z and `#`"),
      add: $0.bool("add", default: "#true", "whether there is an Add button"),
      addAppend: $0.bool("addAppend", default: "#false", "a new entity goes to the end, not to the top"),
      addName: $0.plainText("addName", "asks for a name, and writes it to this property"),
      addNav: $0.bool("addNav", default: "#false", "a new entity is opened in edit mode"),
      navEnabled: $0.bool("navEnabled", default: "#true", "whether a row leads somewhere"),
      delete: $0.bool("delete", default: "#true", "whether rows can be deleted"),
      deleteEnabled: $0.bool("deleteEnabled", default: "#true", "of each row"),
      deletePrompt: $0.bool("deletePrompt", default: "#true", "asks before"),
      more: $0.bool("more", default: "#false", "whether rows have More..."),
      moreEnabled: $0.bool("moreEnabled", default: "#true", "of each row"),
      moreTap: $0.action("moreTap", "what it does instead of showing a sheet"),
      moreActions: $0.moreActions(
        "moreActions", "the sheet's actions: names, or tables `{ name =, enabled =, tap = }`"),
      moreActionsEnabled: $0.parts(
        "moreActionsEnabled", of: .bool, "which of them are shown, where they are names; an empty part is true"),
      moreActionsTap: $0.parts("moreActionsTap", of: .any, "what they do"),
      quickName: $0.string("quickName", "the title of the quick action"),
      quickImage: $0.image("quickImage", "its image, whose name is the title otherwise"),
      quickEnabled: $0.bool("quickEnabled", default: "#true", "of each row"),
      quickTap: $0.action("quickTap", "what it does"),
      forceListUpdate: $0.bool("forceListUpdate", default: "#false", "accepted, without effect"),
      activityTop: $0.number("activityTop", default: "#20.0", "accepted, without effect"),
      activity: $0.bool("activity", default: "#false", "accepted, without effect"),
      cell: $0.cell("cell", "how a row looks"),
      segue: $0.segue("segue", "where a row leads; that of the cell wins")
    )
  }
}

extension ListController {
  /// The properties that all lists have.
  static let listKeys = ComponentDescriptor.listKeys
}
