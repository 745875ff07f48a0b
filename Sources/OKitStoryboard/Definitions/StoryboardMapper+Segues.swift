/// Segues and relationships between scenes.
extension StoryboardMapper {
  /// The name of the controller to which a segue leads; nil, with a warning, for one that cannot be defined.
  ///
  /// - Throws: `storyboard.segue` when there is no such controller.
  func destination(of segue: XMLElement) throws -> String? {
    guard let destination = segue.attribute("destination") else {
      throw failure("storyboard.segue", "the segue has no destination", at: segue.position)
    }
    let id = destination.value
    if let name = source.name(ofController: id) {
      if let target = source[id], needsClass(target) {
        throw failure(
          "storyboard.segue", "the segue leads to \"\(name)\", a <\(target.name)> without a class of okit",
          at: destination.valuePosition,
          hint: "give it a custom class, at \(target.position.line):\(target.position.column)")
      }
      if let target = source[id], !isShowable(target) {
        warn(
          "the segue leads to \"\(name)\", a container without content, and has no effect",
          at: destination.valuePosition, hint: "it is at \(target.position.line):\(target.position.column)")
        return nil
      }
      return name
    }
    if let reference = source[id], reference.name == InterfaceFile.reference {
      let file = reference["storyboardName"].map { ", to the first controller of \(PrintableText.quoted($0))," } ?? ""
      warn(
        "the segue leads to a storyboard reference without an identifier\(file) and has no effect",
        at: destination.valuePosition,
        hint: "give the reference the identifier of a controller, or name it: names = { [\(LuaText.quoted(id))] = … }")
      return nil
    }
    throw failure(
      "storyboard.segue", "the segue leads to \"\(id)\", which is not a controller of the storyboard",
      at: destination.valuePosition, hint: NearestName.hint(for: id, in: source.controllerIDs))
  }

  /// Whether a controller is not defined, because it has no class of okit.
  private func needsClass(_ controller: XMLElement) -> Bool {
    controller["customClass"] == nil && Self.standardClasses[controller.name] == nil
      && controller.name != InterfaceFile.reference
  }

  /// Whether a controller shows something: a container needs a root or tabs that do.
  private func isShowable(_ controller: XMLElement, depth: Int = 0) -> Bool {
    let relationship: String
    switch controller.name {
    case "navigationController": relationship = "rootViewController"
    case "tabBarController": relationship = "viewControllers"
    default: return true
    }
    // A container that contains itself is an error of its own.
    guard depth < 20 else { return true }
    return relationships(relationship, of: controller).contains { segue in
      guard let id = segue["destination"], let target = source[id] else { return true }
      if target.name == InterfaceFile.reference { return source.name(ofController: id) != nil }
      return isShowable(target, depth: depth + 1)
    }
  }

  /// The connections of an element with a name, such as `segue`.
  func connections(_ name: String, of element: XMLElement) -> [XMLElement] {
    element.elements(in: "connections").filter { $0.name == name }
  }

  func relationships(_ name: String, of controller: XMLElement) -> [XMLElement] {
    connections("segue", of: controller).filter { $0["relationship"] == name }
  }

  /// Adds the segue of an element that a tap opens, and the action that an unwind segue stands for.
  ///
  /// - Parameter tap: The property for the action.
  func readSegues(
    of element: XMLElement, tap: String, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    let segues = connections("segue", of: element).filter { $0["kind"] != "relationship" && $0["kind"] != "embed" }
    for segue in segues where segue["kind"] == "unwind" {
      setDefault(tap, "close()", at: segue, attribute: "unwindAction", descriptor, &component)
    }
    let others = segues.filter { $0["kind"] != "unwind" }
    // OKit performs the segue "model"; a tap performs one without a name.
    let chosen =
      others.first { $0["identifier"] == "model" } ?? others.first { $0["identifier"] == nil } ?? others.first
    for segue in others {
      guard let (name, isPresented) = try target(of: segue) else { continue }
      guard segue === chosen, descriptor.table["segue"] != nil else {
        warn(
          "nothing opens this segue to \"\(name)\"", at: segue.position,
          hint: "call okit.navigate(\"\(name)\") in a function")
        continue
      }
      if component.properties.has("segue") { continue }
      component.properties.set(
        "segue", .segue(to: name, isPresented: isPresented),
        at: place(segue.attribute("destination")?.valuePosition ?? segue.position))
    }
  }

  /// The target of a segue, and whether it is presented. A container cannot be pushed, so that iOS presents it.
  private func target(of segue: XMLElement) throws -> (name: String, isPresented: Bool)? {
    guard let name = try destination(of: segue) else { return nil }
    let kind = segue.attribute("kind")
    let target = segue["destination"].flatMap { source[$0] }
    let isContainer = target.map { Self.standardClasses[$0.name] != nil && $0["customClass"] == nil } ?? false
    switch kind?.value {
    case "show", "push", "showDetail", "replace", nil: return (name, isContainer)
    case "presentation", "modal", "popoverPresentation", "popover": return (name, true)
    case let other?:
      warn(
        "the segue to \"\(name)\" is of kind \"\(other)\", which okit shows like \"show\"",
        at: kind?.valuePosition ?? segue.position)
      return (name, isContainer)
    }
  }
}
