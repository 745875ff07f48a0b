/// The scenes of an Interface Builder file, with its elements by their ids and the names of its controllers.
struct InterfaceFile {
  /// A scene with a controller.
  struct Scene {
    let controller: XMLElement
    /// What okit calls the controller.
    let name: String
    let label: String?
    /// All that is in the scene: the controller, and views beside it.
    let objects: [XMLElement]
  }

  let file: String
  let scenes: [Scene]
  /// The attribute with the id of the controller that is shown first.
  let initial: XMLAttribute?
  /// A warning about a platform whose storyboards differ from those of iOS in details.
  let platformWarning: Diagnostic?
  private let elements: [String: XMLElement]
  /// The names of controllers by their ids; of references to other storyboards too.
  private let names: [String: String]

  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: Its name in messages.
  ///   - given: Names for controllers, by their ids.
  /// - Throws: `storyboard.xml`, `storyboard.size`, `storyboard.file` for other XML, `storyboard.identifier`.
  init(_ text: String, file: String, names given: [String: String]) throws {
    let root = try XMLDocument.read(text, file: file)
    platformWarning = try InterfacePlatform.check(root, file: file)
    guard root.name == "document", let scenes = root.child("scenes") else {
      throw Diagnostic(
        "storyboard.file", "the file is not a storyboard: it has no <document> with <scenes>",
        place: .init(file: file, line: root.position.line, column: root.position.column))
    }
    self.file = file
    initial = root.attribute("initialViewController")
    var elements: [String: XMLElement] = [:]
    for element in scenes.all {
      if let id = element["id"], elements[id] == nil { elements[id] = element }
    }
    self.elements = elements
    var names: [String: String] = [:]
    var owners: [String: XMLElement] = [:]
    self.scenes = try scenes.children.filter { $0.name == "scene" }.compactMap { scene in
      guard let controller = Self.controller(of: scene), let id = controller["id"] else { return nil }
      if controller.name == Self.reference {
        names[id] = given[id] ?? controller["referencedIdentifier"]
        return nil
      }
      let name = given[id] ?? controller["storyboardIdentifier"] ?? id
      if let other = owners[name] {
        let position = controller.attribute("storyboardIdentifier")?.valuePosition ?? controller.position
        throw Diagnostic(
          "storyboard.identifier", "two controllers have the identifier \"\(name)\"",
          place: .init(file: file, line: position.line, column: position.column),
          hint: "the other one is at \(other.position.line):\(other.position.column)")
      }
      (names[id], owners[name]) = (name, controller)
      return Scene(
        controller: controller, name: name, label: Self.label(of: controller), objects: scene.elements(in: "objects"))
    }
    self.names = names
    for id in given.keys.sorted() where names[id] == nil {
      throw Diagnostic(
        "storyboard.identifier", "names: the storyboard has no controller with the id \"\(id)\"",
        place: .init(file: file), hint: NearestName.hint(for: id, in: names.keys))
    }
  }

  /// A reference to a controller of another storyboard.
  static let reference = "viewControllerPlaceholder"

  private static func controller(of scene: XMLElement) -> XMLElement? {
    scene.elements(in: "objects").first { $0["sceneMemberID"] == "viewController" }
  }

  private static func label(of controller: XMLElement) -> String? {
    controller["userLabel"] ?? controller.child("navigationItem")?["title"] ?? controller.child("tabBarItem")?["title"]
  }

  // MARK: Looking up

  subscript(id: String) -> XMLElement? { elements[id] }

  /// The name of the controller with an id; nil for anything else.
  func name(ofController id: String) -> String? { names[id] }

  var controllerIDs: [String] { Array(names.keys) }

  func place(_ position: XMLPosition) -> Diagnostic.Place {
    .init(file: file, line: position.line, column: position.column)
  }
}
