extension ComponentDescriptor {
  /// The declarations that all controllers of screens share; properties in the order of OKit's documentation.
  package static let controller = declare(
    "ModelBaseController", .controller(nil),
    functions: [
      .setup, .updateTitle, .titleValue, .subtitleValue, .refresh, .invalidate, .didSelect,
      .didClearSelection, .onEditTap, .navigate, .prepare, .willClose, .close, .onCloseTap, .returnToRoot, .applyTheme,
    ] + Controller.updateFunctions + Controller.editingFunctions + Controller.handleFunctions
      + Controller.buttonFunctions, "Shows a screen."
  ) { controllerTable }

  package static let (controllerTable, controllerKeys) = properties {
    (
      contextPath: $0.entity(
        "contextPath", effect: "screen", "the path from the given context to the effective context"),
      promptPath: $0.string("promptPath", fills: .prompt, "the line above the title"),
      titlePath: $0.string("titlePath", fills: .title, "the title"),
      titleTap: $0.action("titleTap", "runs when the title is tapped"),
      titleCount: $0.int(
        "titleCount", effect: "screen.subtitle, screen.title",
        "a number for the subtitle, or for the title: `Title (3)`"),
      subTitlePath: $0.string("subTitlePath", fills: .subtitle, "the subtitle"),
      subTitleObject: $0.string(
        "subTitleObject", effect: "screen.subtitle", "without `subTitlePath`: the word after the count, `3 Books`"),
      subTitleObjectPlural: $0.string(
        "subTitleObjectPlural", effect: "screen.subtitle",
        "its plural, for every count except 1; without it the text of the key or word and `s`"),
      subTitleSwap: $0.bool(
        "subTitleSwap", default: "#false", effect: "screen.title, screen.subtitle", "exchanges title and subtitle"),
      edit: $0.bool(
        "edit", default: "#true", effect: "screen.right",
        "whether the rows can be edited: there is an Edit button, and they have swipe actions outside of edit mode"),
      editButton: $0.bool(
        "editButton", default: "#true", effect: "screen.right",
        "whether the Edit button that `edit` gives is shown; swipe actions depend on `edit` alone"),
      editInherit: $0.bool(
        "editInherit", default: "#false", effect: "screen.editing",
        "starts in edit mode if the previous controller is in edit mode"),
      editAlways: $0.bool(
        "editAlways", default: "#false", effect: "screen.editing",
        "keeps the controller in edit mode, without an Edit button"),
      help: $0.bool(
        "help", default: "#true", effect: "screen.right", "whether there is a `?` button that shows the help view"),
      helpView: $0.part(
        "helpView", .helpView, Component.self, effect: "screen.right, screen.help",
        "the help that the `?` button shows over the screen"),
      titleView: $0.view("titleView", effect: "screen.titleView", "a label or a button in place of the title"),
      willClose: $0.bool(
        "willClose", default: "#true", effect: "stack",
        "whether the user may leave the screen: asked before back, close, another tab or content; false keeps it"),
      left: $0.barButtons("left", effect: "screen.left", "bar buttons, labels and buttons"),
      right: $0.barButtons("right", effect: "screen.right", "bar buttons, labels and buttons"),
      toolbar: $0.barButtons("toolbar", effect: "screen.toolbar", "bar buttons, labels and buttons")
    )
  }

  /// The declarations that all controllers with rows share.
  package static let tableController = declare(
    "ModelBaseTableController", .controller(BaseController.self), extends: controller,
    functions: [.onRowTap, .heightForCell],
    ownFunctions: [.fetchData, .rowFor],
    "Shows a screen with rows."
  ) { tableControllerTable }

  package static let (tableControllerTable, tableKeys) = properties(extending: controller) {
    (
      editEnabled: $0.bool(
        "editEnabled", default: "#true", effect: "row.trailing",
        "whether a row can be edited and swiped; in a list, evaluated for each row"),
      forceUpdate: $0.bool(
        "forceUpdate", default: "#true", effect: "screen.forceUpdate",
        "only part of the screen's data: a screen is always current"),
      tap: $0.action("tap", "runs when a row is tapped; the cell's own action takes precedence"),
      tapEdit: $0.action("tapEdit", "runs when a row is tapped in edit mode; the cell's own action takes precedence"),
      autoDeselect: $0.bool("autoDeselect", default: "#true", effect: "row.selected", "deselects a tapped row")
    )
  }

  /// The name that Interface Builder gives to the storyboard of a new application.
  static let standardStoryboard = "Main"

  package static let application = declare(
    "ModelApplicationController", .controller(nil), functions: ApplicationController.functions,
    "Holds the content and the menu of an application, and decides about its theme, encryption and protection."
  ) { applicationTable }

  package static let (applicationTable, applicationKeys) = properties {
    (
      storyboardName: $0.plainText(
        "storyboardName", standard: standardStoryboard, effect: "screen.storyboardName",
        "the name of a storyboard, as data of the screen"),
      menuIdentifier: $0.plainText(
        "menuIdentifier", standard: "menu", effect: "screen.menu", "the controller of the menu"),
      homeIdentifier: $0.plainText(
        "homeIdentifier", standard: "home", effect: "stack",
        "the controller of the first screen; without one, the first one that is defined"),
      popGesture: $0.bool(
        "popGesture", default: "#false", effect: "screen.popGesture",
        "whether a gesture goes back, as data of the screen"),
      contextPath: $0.entity(
        "contextPath",
        effect: "screen",
        """
        the path from the default model to the context of its bindings; in the default model, also the context of \
        the content
        """
      ),
      themeName: $0.string("themeName", effect: "screen.theme", "the name of the theme; empty for the default theme"),
      encryption: $0.bool(
        "encryption", default: "#true", effect: "stored", "whether encrypted models are stored encrypted"),
      protection: $0.bool(
        "protection", default: "#true", effect: "screen.cover",
        "whether the encrypted models are protected in the background"),
      protectionTimeout: $0.any(
        "protectionTimeout", default: "#5",
        effect: "screen.cover",
        "the minutes in the background after which the secure store closes: a number, or a time-out with that id"),
      protectionCover: $0.bool(
        "protectionCover", default: "#true", effect: "screen.cover",
        "whether the cover appears as soon as the application is in the background"
      ),
      protectionImage: $0.image("protectionImage", effect: "screen.cover", "the image on the cover"),
      protectionText: $0.string("protectionText", effect: "screen.cover", "the text on the cover"),
      menuHideStatusBar: $0.bool(
        "menuHideStatusBar", default: "#false", effect: "screen.menuHideStatusBar",
        "whether the status bar is hidden while the menu is open")
    )
  }
}

extension Controller {
  /// The properties that all controllers of screens have.
  static let keys = ComponentDescriptor.controllerKeys
  /// The properties that all controllers with rows have.
  static let tableKeys = ComponentDescriptor.tableKeys
}
