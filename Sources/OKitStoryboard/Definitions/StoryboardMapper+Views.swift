/// Bar buttons, labels, buttons and help views.
extension StoryboardMapper {
  /// The items of a bar that are only space.
  static let spaces: Set = ["flexibleSpace", "fixedSpace"]

  func readBar(
    _ property: String, _ items: [XMLElement], _ descriptor: ComponentDescriptor,
    into component: inout StoryboardComponent
  ) throws {
    let items = items.filter { $0["systemItem"].map { !Self.spaces.contains($0) } ?? true }
    guard let first = items.first else { return }
    guard descriptor.table[property] != nil else {
      let names = items.map(Self.name).joined(separator: ", ")
      return warn("\(component.className) has no bar buttons; okit does not use \(names)", at: first.position)
    }
    let buttons = try items.compactMap { item in
      if let view = try item.child(key: "customView").flatMap(shownView) { return view }
      return try barButton(of: item)
    }
    component.properties.set(property, .components(buttons), at: place(first.position))
  }

  private func barButton(of element: XMLElement) throws -> StoryboardComponent? {
    let found = try component(
      of: element, standard: "ModelBarButtonItem", "bar buttons", where: \.isBarButton)
    guard case (var button, let descriptor)? = found else { return nil }
    let paths = try readAttributes(of: element, descriptor, into: &button)
    setDefault("title", element.localized("title"), at: element, attribute: "title", descriptor, &button)
    setDefault("image", element["image"], at: element, attribute: "image", descriptor, &button)
    if element["style"] == "done" {
      setDefault("style", "done", at: element, attribute: "style", descriptor, &button)
    }
    if let item = element.attribute("systemItem") {
      if SystemItem.names.contains(item.value) {
        setDefault("systemItem", item.value, at: element, attribute: "systemItem", descriptor, &button)
      } else {
        warn("okit has no system item \"\(item.value)\"", at: item.valuePosition)
        setDefault("title", BindingText.localized(item.value), at: element, descriptor, &button)
      }
    }
    setDefault(
      "tintColor", element.child(key: "tintColor").flatMap(InterfaceColor.read).map { BindingText.constant($0.hex) },
      at: element, descriptor, &button)
    if element["enabled"] == "NO", !button.properties.has("enabledPath") {
      setDefault("enabled", "#false", at: element, attribute: "enabled", descriptor, &button)
    }
    readAction(of: element, descriptor, into: &button)
    try readSegues(of: element, tap: "tapPath", descriptor, into: &button)
    try apply(paths, to: &button)
    return button
  }

  /// An action is a function of the controller: `navigateToHomeWithSender:` is `navigateToHome()`.
  private func readAction(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) {
    guard let action = connections("action", of: element).first, let selector = action["selector"] else { return }
    var name = String(selector.prefix { $0 != ":" })
    for suffix in ["WithSender", "Sender"] where name.hasSuffix(suffix) && name != suffix {
      name.removeLast(suffix.count)
      break
    }
    guard !name.isEmpty else { return }
    setDefault("tapPath", name + "()", at: action, attribute: "selector", descriptor, &component)
  }

  func readView(
    _ property: String, _ element: XMLElement, _ descriptor: ComponentDescriptor,
    into component: inout StoryboardComponent
  ) throws {
    guard descriptor.table[property] != nil, let view = try view(of: element) else {
      return warn("okit cannot show this \(Self.name(element)) as the \(property)", at: element.position)
    }
    component.properties.set(property, .component(view), at: view.place)
  }

  private static let standardViews = ["label": "ModelLabel", "button": "ModelButton"]

  /// Returns a label or a button; nil for any other view.
  func shownView(of element: XMLElement) throws -> StoryboardComponent? {
    let name = element["customClass"] ?? Self.standardViews[element.name]
    return name.flatMap(classes.find)?.descriptor.isView == true ? try view(of: element) : nil
  }

  /// Returns a label, a button or a help view; nil for any other view.
  func view(of element: XMLElement) throws -> StoryboardComponent? {
    let name = element["customClass"] ?? Self.standardViews[element.name]
    guard let name, let known = classes.find(name)?.descriptor, case .view = known.role, !known.isAbstract,
      case (var view, let descriptor)? = try component(of: element, standard: name, "views", where: { $0 === known })
    else { return nil }
    let paths = try readAttributes(of: element, descriptor, into: &view)
    setDefault("textPath", element.localized("text"), at: element, attribute: "text", descriptor, &view)
    // The configuration of newer systems takes precedence over the state of older ones.
    for state in ["configuration", "normal"].compactMap(element.child(key:)) {
      setDefault("titlePath", state.localized("title"), at: state, attribute: "title", descriptor, &view)
      if !view.properties.has("imagePath") {
        let image = state.constant("image") ?? state.child(key: "image")?.constant("image")
        setDefault("iconPath", image, at: state, attribute: "image", descriptor, &view)
      }
    }
    if element["enabled"] == "NO" {
      setDefault("enabledPath", "#false", at: element, attribute: "enabled", descriptor, &view)
    }
    if element["hidden"] == "YES" {
      setDefault("showPath", "#false", at: element, attribute: "hidden", descriptor, &view)
    }
    readCallouts(of: element, descriptor, into: &view)
    readAction(of: element, descriptor, into: &view)
    try readSegues(of: element, tap: "tapPath", descriptor, into: &view)
    try apply(paths, to: &view)
    return view
  }

  /// The labels of a help view are its callouts.
  private func readCallouts(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into view: inout StoryboardComponent
  ) {
    guard descriptor.table["callouts"] != nil, !view.properties.has("callouts") else { return }
    let labels = element.all.dropFirst().filter { $0.name == "label" && $0.localized("text") != nil }
    guard let first = labels.first else { return }
    let callouts = labels.map { label in
      markUsed(label)
      var callout = StoryboardProperties()
      add("text", label.localized("text"), of: label, "text", to: &callout)
      return callout
    }
    view.properties.set("callouts", .records(callouts), at: place(first.position))
  }
}
