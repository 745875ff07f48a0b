extension ComponentDescriptor {
  package static let navigation = declare(
    "NavigationController", .container, "A stack of controllers with a name."
  ) { navigationTable }

  package static let (navigationTable, navigationRoot) = properties {
    $0.plainText("root", effect: "stack", "the name of the controller at the bottom of the stack")
  }

  package static let tabBar = declare(
    "TabBarController", .container, "Several stacks of controllers with tabs, of which one is shown."
  ) { tabBarTable }

  package static let (tabBarTable, tabs) = properties {
    $0.part(
      "tabs", .tabs, [Component].self, effect: "screen.tabs",
      "the tabs: tables `{ title =, image =, imagePath =, root =, badgePath = }`")
  }

  /// The tabs of a tab bar. Their bindings are evaluated in the context of the tab bar.
  package static let tab = declare("Tab", .tab, "A tab of a tab bar.") { tabTable }

  package static let (tabTable, tabKeys) = properties {
    (
      title: $0.string("title", effect: "tab.title", "the title"),
      image: $0.plainText("image", effect: "tab.image", "the name of the image"),
      imagePath: $0.image("imagePath", effect: "tab.image", "the image, instead of `image`"),
      root: $0.plainText(
        "root", effect: "stack",
        "the name of the controller at the bottom of its stack, or of a navigation controller"),
      badgePath: $0.string("badgePath", effect: "tab.badge", "a short text at the tab; nil or an empty text for none")
    )
  }
}
