import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a storyboard of OKit has that matters for a script: its scenes with their bindings and segues.
struct Storyboard {
  /// An element with bindings: a controller, a cell, a button.
  struct Element {
    var className: String
    var attributes: [(name: String, value: String)] = []
  }

  struct Segue {
    var element: String
    var kind: String
    /// The id of a controller.
    var destination: String
  }

  struct Scene {
    var id: String
    /// The id of the controller, to which segues lead.
    var controller = ""
    /// The name of its element, such as `navigationController`.
    var kind = ""
    /// The names of all classes of OKit in the scene.
    var classes: Set<String> = []
    var elements: [Element] = []
    var segues: [Segue] = []
    /// Outlets of OKit's properties, such as `helpView`.
    var outlets: Set<String> = []
    var systemItems: Set<String> = []
    var buttonTitles: Set<String> = []
    var headers: [String] = []
    var tabTitle: String?
  }

  let scenes: [Scene]

  init(_ file: URL) throws {
    let reader = StoryboardReader()
    let parser = XMLParser(data: try Data(contentsOf: file))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    scenes = reader.scenes
  }

  func scene(ofController id: String) -> Scene? { scenes.first { $0.controller == id } }

  /// The scene behind a segue; the first one in a navigation controller, unless `isNamed` knows the controller itself.
  func destination(_ segue: Segue, isNamed: (Scene) -> Bool) -> Scene? {
    guard let scene = scene(ofController: segue.destination) else { return nil }
    guard scene.kind == "navigationController", !isNamed(scene), let root = scene.segues.first else { return scene }
    return destination(root, isNamed: isNamed)
  }
}

private final class StoryboardReader: NSObject, XMLParserDelegate {
  var scenes: [Storyboard.Scene] = []
  /// The open elements: their names, and the numbers of those with bindings.
  private var open: [(name: String, className: String, element: Int?)] = []

  private static let controllers = [
    "viewController", "tableViewController", "navigationController", "tabBarController",
  ]
  private static let outlets = ["helpView", "accessoryView", "editingAccessoryView", "titleView"]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let className = attributes["customClass"] ?? name
    open.append((name, className, nil))
    if name == "scene" { scenes.append(Storyboard.Scene(id: attributes["sceneID"] ?? "")) }
    guard let last = scenes.indices.last else { return }
    if Self.controllers.contains(name) {
      (scenes[last].controller, scenes[last].kind) = (attributes["id"] ?? "", name)
    }
    if className != name { scenes[last].classes.insert(className) }
    switch name {
    case "userDefinedRuntimeAttributes":
      scenes[last].elements.append(Storyboard.Element(className: owner(1)))
      open[open.count - 1].element = scenes[last].elements.count - 1
    case "userDefinedRuntimeAttribute":
      guard let element = open.dropLast().last?.element else { return }
      scenes[last].elements[element].attributes.append((attributes["keyPath"] ?? "", attributes["value"] ?? ""))
    case "segue" where open.contains { $0.name == "scene" }:
      scenes[last].segues.append(
        Storyboard.Segue(
          element: owner(2), kind: attributes["kind"] ?? "", destination: attributes["destination"] ?? ""))
    case "outlet":
      if let property = attributes["property"], Self.outlets.contains(property) {
        scenes[last].outlets.insert(property)
      }
    case "barButtonItem":
      if let item = attributes["systemItem"], item != "flexibleSpace" { scenes[last].systemItems.insert(item) }
      if className != "ModelMenuBarButtonItem", let title = attributes["title"] {
        scenes[last].buttonTitles.insert(title)
      }
    case "tableViewSection": scenes[last].headers.append(attributes["headerTitle"] ?? "")
    case "tabBarItem": scenes[last].tabTitle = attributes["title"]
    default: break
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  /// The class of the element around the current one.
  private func owner(_ distance: Int) -> String { open.dropLast(distance).last?.className ?? "" }
}
