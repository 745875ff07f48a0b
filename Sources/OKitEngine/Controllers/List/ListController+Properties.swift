extension ComponentDescriptor {
  /// The declarations that lists and selections share; properties in the order of OKit's documentation.
  package static let (list, listKeys) = declare(
    "ModelListTableController", .controller(ListController.self), extends: tableController,
    functions: [
      "fetchData", "filterData", "sortData", "filterContentForSearchText", "getEntity", "addEntity", "deleteEntity",
      "onTap", "onAccessoryTap", "onAddTap", "onDelete", "onMoreTap", "onMoreAction", "onQuickTap", "onQuickAction",
      "navigateTo", "onRefresh", "refreshTriggered", "startActivity", "stopActivity", "rowFor", "configure",
    ],
    "Shows the entities of a collection in rows."
  ) {
    (
      type: $0.entityType("type", "the class of a new entity; by default that of the collection"),
      typeName: $0.plainText("typeName", "the name of the class in the Add dialog"),
      dataPath: $0.list("dataPath", "the collection"),
      rowSort: $0.parts(
        "rowSort", of: .any,
        "the sort keys: numbers and dates by value, strings in Unicode order, nil last; the sort is stable"),
      rowSortAsc: $0.bool("rowSortAsc", default: "#true", "whether the order is ascending"),
      group: $0.any("group", "rows with the same value form a section"),
      groupName: $0.string("groupName", "the header of the section"),
      groupSort: $0.bool("groupSort", default: "#true", "whether the sections are sorted by `group`"),
      groupSortAsc: $0.bool("groupSortAsc", default: "#true", "whether the sections are in ascending order"),
      reorder: $0.bool("reorder", default: "#false", "whether rows can be moved in edit mode"),
      reorderEnabled: $0.bool(
        "reorderEnabled", default: "#true", "whether the row can be moved; evaluated for each row"),
      selectPath: $0.bool(
        "selectPath",
        "in edit mode, a tap selects the row and sets this value to true or false, or calls it with that argument"),
      refresh: $0.bool("refresh", default: "#true", "whether the list supports pull to refresh"),
      search: $0.bool("search", default: "#true", "whether there is a search bar"),
      searchPath: $0.string(
        "searchPath", "the text to search; text and query are normalized unless nothing of the query would be left"),
      searchFilterPath: $0.string("searchFilterPath", "a scope shows the rows for which this value equals the scope"),
      searchFilters: $0.texts(
        "searchFilters", literals: true, "the scopes after `All`; a name that means nothing in the context is a text"),
      index: $0.bool("index", default: "#false", "shows an index from A to Z and `#`"),
      add: $0.bool("add", default: "#true", "whether there is an Add button"),
      addAppend: $0.bool("addAppend", default: "#false", "adds a new entity at the end instead of the start"),
      addName: $0.plainText("addName", "asks for a name and writes it to this property"),
      addNav: $0.bool("addNav", default: "#false", "opens a new entity in edit mode"),
      navEnabled: $0.bool("navEnabled", default: "#true", "whether a row opens its segue"),
      delete: $0.bool("delete", default: "#true", "whether rows can be deleted"),
      deleteEnabled: $0.bool(
        "deleteEnabled", default: "#true", "whether the row can be deleted; evaluated for each row"),
      deletePrompt: $0.bool("deletePrompt", default: "#true", "whether deleting asks for confirmation"),
      more: $0.bool("more", default: "#false", "whether rows have More..."),
      moreEnabled: $0.bool("moreEnabled", default: "#true", "whether the row has More...; evaluated for each row"),
      moreTap: $0.action("moreTap", "runs instead of showing the sheet"),
      moreActions: $0.moreActions(
        "moreActions", "the actions of the sheet: names, or tables `{ name =, enabled =, tap = }`"),
      moreActionsEnabled: $0.parts(
        "moreActionsEnabled", of: .bool, "which of the actions are shown, by position; an empty part is true"),
      moreActionsTap: $0.parts(
        "moreActionsTap", of: .any, "the actions to run, by position; empty for an action with its own tap"),
      quickName: $0.string("quickName", "the title of the quick action"),
      quickImage: $0.image("quickImage", "the image of the quick action; without `quickName`, its name is the title"),
      quickEnabled: $0.bool(
        "quickEnabled", default: "#true", "whether the row has the quick action; evaluated for each row"),
      quickTap: $0.action("quickTap", "runs when the quick action is tapped"),
      forceListUpdate: $0.bool(
        "forceListUpdate", default: "#false", "only part of the screen's data: a screen is always current"),
      activityTop: $0.number(
        "activityTop", default: "#20.0", "the margin above the activity indicator, in points"),
      activity: $0.bool(
        "activity", default: "#false",
        "whether the activity indicator is shown; of a constant, while `startActivity` is in effect, as in a refresh"),
      cell: $0.cell("cell", "the template of a row"),
      segue: $0.segue("segue", "the controller that a row opens; the cell's segue takes precedence")
    )
  }
}

extension ListController {
  /// The properties that all lists have.
  static let listKeys = ComponentDescriptor.listKeys
}
