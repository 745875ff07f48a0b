extension ComponentDescriptor {
  /// The declarations that all controllers of screens share; properties in the order of OKit's documentation.
  package static let (tableController, controllerKeys) = declare(
    "ModelBaseTableController", .controller(nil),
    functions: ["titleValue", "subtitleValue", "onEditTap", "onRowTap", "applyTheme"],
    "Shows a screen with rows."
  ) {
    (
      contextPath: $0.entity("contextPath", "the path from the given context to the effective context"),
      promptPath: $0.string("promptPath", fills: .prompt, "the line above the title"),
      titlePath: $0.string("titlePath", fills: .title, "the title"),
      titleTap: $0.action("titleTap", "runs when the title is tapped"),
      titleCount: $0.int("titleCount", "a number for the subtitle, or for the title: `Title (3)`"),
      subTitlePath: $0.string("subTitlePath", fills: .subtitle, "the subtitle"),
      subTitleObject: $0.string("subTitleObject", "without `subTitlePath`: the word after the count, `3 Books`"),
      subTitleObjectPlural: $0.string("subTitleObjectPlural", "its plural, for every count except 1"),
      subTitleSwap: $0.bool("subTitleSwap", default: "#false", "exchanges title and subtitle"),
      edit: $0.bool("edit", default: "#true", "whether there is an Edit button"),
      editEnabled: $0.bool(
        "editEnabled", default: "#true", "whether a row can be edited; in a list, evaluated for each row"),
      editInherit: $0.bool(
        "editInherit", default: "#false", "starts in edit mode if the previous controller is in edit mode"),
      editAlways: $0.bool("editAlways", default: "#false", "keeps the controller in edit mode, without an Edit button"),
      help: $0.bool("help", default: "#true", "accepted, without effect"),
      forceUpdate: $0.bool("forceUpdate", default: "#true", "accepted, without effect"),
      tap: $0.action("tap", "runs when a row is tapped; the cell's own action takes precedence"),
      tapEdit: $0.action("tapEdit", "runs when a row is tapped in edit mode; the cell's own action takes precedence"),
      autoDeselect: $0.bool("autoDeselect", default: "#true", "deselects a tapped row"),
      left: $0.barButtons("left", "bar buttons"), right: $0.barButtons("right", "bar buttons"),
      toolbar: $0.barButtons("toolbar", "bar buttons")
    )
  }

  package static let (application, applicationKeys) = declare(
    "ModelApplicationController", .controller(nil), functions: ApplicationController.functions,
    "Specifies the first screen, the theme, the encryption and the protection."
  ) {
    (
      homeIdentifier: $0.plainText("homeIdentifier", "the controller of the first screen"),
      contextPath: $0.entity(
        "contextPath", "the context of the first screen, and of the properties of the application"),
      themeName: $0.string("themeName", "the name of the theme; empty for the default theme"),
      encryption: $0.bool("encryption", default: "#true", "whether encrypted models are stored encrypted"),
      protection: $0.bool(
        "protection", default: "#true", "whether the encrypted models are protected in the background"),
      protectionTimeout: $0.any(
        "protectionTimeout", default: "#5",
        "the minutes in the background after which the secure store closes: a number, or a time-out with that id"),
      protectionCover: $0.bool(
        "protectionCover", default: "#true", "whether the cover appears as soon as the application is in the background"
      ),
      protectionImage: $0.image("protectionImage", "the image on the cover"),
      protectionText: $0.string("protectionText", "the text on the cover"),
      menuHideStatusBar: $0.bool(
        "menuHideStatusBar", default: "#false", "whether the status bar is hidden while the menu is open")
    )
  }
}

extension Controller {
  /// The properties that all controllers of screens have.
  static let keys = ComponentDescriptor.controllerKeys
}
