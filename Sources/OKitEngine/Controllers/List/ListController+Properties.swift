extension ComponentDescriptor {
  /// The declarations that lists and selections share; properties in the order of OKit's documentation.
  package static let list = declare(
    "ModelListTableController", .controller(ListController.self), extends: tableController,
    functions: [
      .fetchData, .filterData, .sortData, .filterContentForSearchText, .getEntity, .addEntity, .deleteEntity,
      .setData, .onTap, .onAccessoryTap, .didTapAccessoryButton, .onAddTap, .onDelete, .onMoreTap,
      .onMoreAction, .onQuickTap, .onQuickAction,
      .navigateTo, .onFilter, .onSearch, .onEnd, .onRefresh, .refreshTriggered, .startActivity, .stopActivity,
      .handleActivity, .rowFor,
      .configure,
    ],
    "Shows the entities of a collection in rows."
  ) { listTable }

  package static let (listTable, listKeys) = properties(extending: tableController) {
    (
      type: $0.entityType(
        "type", effect: "screen.alert, model", "the class of a new entity; by default that of the collection"),
      typeName: $0.plainText("typeName", effect: "screen.alert", "the name of the class in the Add dialog"),
      dataPath: $0.list("dataPath", effect: "rows", "the collection"),
      rowSort: $0.parts(
        "rowSort", of: .any,
        effect: "rows",
        """
        the sort keys: numbers and dates by value, texts by the collation of the locale, nil last; the sort is \
        stable
        """),
      rowSortAsc: $0.bool("rowSortAsc", default: "#true", effect: "rows", "whether the order is ascending"),
      group: $0.any("group", effect: "sections", "rows with the same value form a section"),
      groupName: $0.string(
        "groupName", effect: "section.header", "the header of the section; by default the text of `group`"),
      groupSort: $0.bool(
        "groupSort", default: "#true", effect: "sections", "whether the sections are sorted by `group`"),
      groupSortAsc: $0.bool(
        "groupSortAsc", default: "#true", effect: "sections", "whether the sections are in ascending order"),
      reorder: $0.bool("reorder", default: "#false", effect: "rows, model", "whether rows can be moved in edit mode"),
      reorderEnabled: $0.bool(
        "reorderEnabled", default: "#true", effect: "rows, model",
        "whether the row can be moved; evaluated for each row"),
      selectPath: $0.bool(
        "selectPath",
        effect: "model",
        "in edit mode, a tap selects the row and sets this value to true or false, or calls it with that argument"),
      refresh: $0.bool(
        "refresh", default: "#true", effect: "screen.refresh", "whether the list supports pull to refresh"),
      search: $0.bool("search", default: "#true", effect: "screen.search", "whether there is a search bar"),
      searchPath: $0.string(
        "searchPath", standard: "description", effect: "rows",
        """
        the text to search, without a description the text of the row; both are normalized unless nothing of the \
        query would be left
        """
      ),
      searchDelay: $0.number(
        "searchDelay", default: "#0.3", effect: "action", "the seconds without input after which `onSearch` runs"),
      searchFilterPath: $0.string(
        "searchFilterPath", effect: "rows",
        "a scope shows the rows for which this value equals the scope, a localized one (`%Open`) its key"),
      searchFilters: $0.texts(
        "searchFilters", literals: .unknownNames, effect: "screen.search",
        """
        the scopes after `All`; a name that means nothing in the context is a text, which is shown in the language \
        of the application
        """
      ),
      searchScopePath: $0.any(
        "searchScopePath", effect: "screen.search, model",
        """
        where the selected scope is kept: a number is its index (0 is `All`), a text or an enumeration its filter; by \
        default it is a part of the screen
        """
      ),
      onFilter: $0.action(
        "onFilter", "runs when the user has selected another scope; gets its value, without `searchScopePath` its index"
      ),
      index: $0.bool("index", default: "#false", effect: "screen.index", "shows an index from A to Z and `#`"),
      add: $0.bool("add", default: "#true", effect: "screen.right", "whether there is an Add button"),
      addAppend: $0.bool(
        "addAppend", default: "#false", effect: "model", "adds a new entity at the end instead of the start"),
      addName: $0.plainText(
        "addName", effect: "screen.alert", "asks for a name and writes it, trimmed, to this property"),
      addField: $0.literal(
        "addField", effect: "rows, model",
        """
        adds a text field above the rows, with `addAppend` below them: Enter adds an entity with the trimmed text in \
        this property
        """
      ),
      addPlaceholder: $0.string(
        "addPlaceholder", effect: "control.placeholder",
        "the text shown while this field is empty; by default the name of the property"),
      addNav: $0.bool("addNav", default: "#false", effect: "stack", "opens a new entity in edit mode"),
      navEnabled: $0.bool("navEnabled", default: "#true", effect: "stack", "whether a row opens its segue"),
      delete: $0.bool("delete", default: "#true", effect: "row.trailing", "whether rows can be deleted"),
      deleteEnabled: $0.bool(
        "deleteEnabled", default: "#true", effect: "row.trailing",
        "whether the row can be deleted; evaluated for each row"),
      deletePrompt: $0.bool(
        "deletePrompt", default: "#true", effect: "screen.alert", "whether deleting asks for confirmation"),
      more: $0.bool("more", default: "#false", effect: "row.trailing", "whether rows have More..."),
      moreEnabled: $0.bool(
        "moreEnabled", default: "#true", effect: "row.trailing", "whether the row has More...; evaluated for each row"),
      moreTap: $0.action("moreTap", "runs instead of showing the sheet"),
      moreActions: $0.part(
        "moreActions", .moreActions, [MoreActionDefinition].self, effect: "screen.sheet",
        "the actions of the sheet: names, or tables `{ name =, enabled =, tap = }`"),
      moreActionsEnabled: $0.parts(
        "moreActionsEnabled", of: .bool, effect: "screen.sheet",
        """
        which of the actions are shown, by position; an empty part is true, and the `enabled` of a table takes \
        precedence
        """
      ),
      moreActionsTap: $0.parts(
        "moreActionsTap", of: .any, effect: "action",
        "the actions to run, by position; empty for an action with its own tap"),
      quickName: $0.string(
        "quickName", effect: "row.leading",
        "the title of the quick action; a binding that begins with a name of the rows is read for each row"),
      quickImage: $0.image(
        "quickImage", effect: "row.leadingImage",
        "the image of the quick action, read as `quickName`; without that, its name is the title"),
      quickEnabled: $0.bool(
        "quickEnabled", default: "#true", effect: "row.leading",
        "whether the row has the quick action; evaluated for each row"),
      quickTap: $0.action("quickTap", "runs when the quick action is tapped"),
      forceListUpdate: $0.bool(
        "forceListUpdate", default: "#false", effect: "screen.forceListUpdate",
        "only part of the screen's data: a screen is always current"),
      activityTop: $0.number(
        "activityTop", default: "#20.0", effect: "screen.activityTop",
        "the margin above the activity indicator, in points"),
      activity: $0.bool(
        "activity", default: "#false",
        effect: "screen.activity",
        "whether the activity indicator is shown; of a constant, while `startActivity` is in effect, as in a refresh"),
      cell: $0.part("cell", .cell, Component.self, effect: "row", "the template of a row"),
      segue: $0.segue("segue", effect: "stack", "the controller that a row opens; the cell's segue takes precedence")
    )
  }
}

extension ListController {
  /// The properties that all lists have.
  static let listKeys = ComponentDescriptor.listKeys
}
