/// Infers the classes of entities from the controllers of a storyboard: what their bindings read, write and call.
final class StoryboardInference {
  typealias Place = PathInference.Place

  let paths: PathInference
  private let controllers: [String: StoryboardController]
  private let classes = StoryboardClasses()
  private var visited: Set<String> = []
  private var open: [(controller: String, place: Place)] = []

  init(_ storyboard: Storyboard, root: String) {
    paths = PathInference(root: root)
    controllers = Dictionary(storyboard.controllers.map { ($0.name, $0) }) { first, _ in first }
    // The classes that are named tell what the properties with their names are.
    for controller in storyboard.controllers {
      if case .text(let name)? = controller.component.properties["type"], name != "Entity" { _ = paths.type(name) }
    }
    let targets = Set(
      storyboard.controllers.flatMap { controller in
        let opened = ["rowIdentifier", "identifier"].compactMap { name -> String? in
          if case .text(let target)? = controller.component.properties[name] { target } else { nil }
        }
        return Self.targets(of: controller.component).map(\.name) + opened
      })
    for controller in storyboard.controllers where !targets.contains(controller.name) {
      open.append((controller.name, paths.root))
    }
    while let next = open.popLast() { visit(next.controller, next.place) }
    // Controllers that only each other lead to.
    for controller in storyboard.controllers where !visited.contains(where: { $0.hasPrefix(controller.name + "\n") }) {
      visit(controller.name, paths.root)
      while let next = open.popLast() { visit(next.controller, next.place) }
    }
  }

  /// The controllers that a component leads to.
  static func targets(of component: StoryboardComponent) -> [(name: String, property: String)] {
    component.properties.all.flatMap { property -> [(name: String, property: String)] in
      switch property.value {
      case .segue(let name, _): return [(name, property.name)]
      case .text(let name) where ["root", "homeIdentifier", "menuIdentifier"].contains(property.name):
        return [(name, property.name)]
      case .component(let part): return targets(of: part)
      case .components(let parts): return parts.flatMap(targets)
      case .records(let records):
        return records.flatMap { record in
          var part = component
          part.properties = record
          return targets(of: part)
        }
      case .text, .bool, .number: return []
      }
    }
  }

  /// The classes of controllers that show what okit has, and not the models of the application.
  private static let builtIn: Set = [
    "ModelSettingsTableController", "ModelBackupTableController", "ModelSecureBackupTableController",
  ]

  /// Checks that the lists of a storyboard say what they show; no classes can be inferred without it.
  ///
  /// - Throws: `new.data` with line and column.
  static func checkLists(_ storyboard: Storyboard) throws {
    for controller in storyboard.controllers {
      let component = controller.component
      guard isList(component.className), !builtIn.contains(component.className) else { continue }
      let data = component.properties.all.first { $0.name == "dataPath" }
      if case .text(let path)? = data?.value, !path.isEmpty { continue }
      throw Diagnostic(
        "new.data", "the list \"\(controller.name)\" has no dataPath, which names what it shows",
        place: data?.place ?? component.place,
        hint: "give it the attribute dataPath: a String with the name of a list, such as \"books\"")
    }
  }

  // MARK: Controllers

  private func visit(_ name: String, _ place: Place) {
    let key = "\(name)\n\(place.entity?.name ?? "")\n\(place.property.map { "\(ObjectIdentifier($0))" } ?? "")"
    guard visited.insert(key).inserted, let controller = controllers[name] else { return }
    let component = controller.component
    let className = component.className
    guard !Self.builtIn.contains(className) else { return }
    guard let own = context(of: component, place) else { return follow(component, from: Place(), row: nil) }
    if ["NavigationController", "TabBarController", "ModelApplicationController"].contains(className) {
      for target in Self.targets(of: component) { open.append((target.name, place)) }
    }
    var row: Place?
    if Self.isList(className), case .text(let path)? = component.properties["dataPath"] {
      var type: EntityShape?
      if case .text(let name)? = component.properties["type"] { type = paths.type(name) }
      let list = paths.follow(path, from: own, expecting: .list(type))
      row = Place(entity: list?.entity ?? type, property: list?.property)
      if case .text(let path)? = component.properties["selectionPath"] {
        paths.follow(path, from: place, expecting: .selection(row?.entity))
      }
      if case .text(let property)? = component.properties["addName"] { row?.entity?.property(property).use(as: .text) }
    }
    follow(component, from: own, row: row)
  }

  static func isList(_ className: String) -> Bool {
    listClasses.contains(className)
  }

  private static let listClasses = Set(
    ComponentDescriptor.all.filter { $0.table.schemas.contains { $0.name == "rowSort" } }.map(\.name))

  private func context(of component: StoryboardComponent, _ place: Place) -> Place? {
    guard case .text(let path)? = component.properties["contextPath"] else { return place }
    return paths.follow(path, from: place, expecting: .entity)
  }

  // MARK: Components

  private static let ofRow: Set = [
    "rowSort", "group", "groupName", "searchPath", "searchFilterPath", "editEnabled", "deleteEnabled", "moreEnabled",
    "quickEnabled", "reorderEnabled", "quickTap", "moreTap", "moreActionsTap", "moreActionsEnabled", "selectPath",
    "tap",
    "tapEdit", "cell", "segue", "rowIdentifier",
  ]
  private static let handled: Set = ["contextPath", "type", "addName", "root", "image", "searchFilters"]

  /// Follows the bindings of a component.
  ///
  /// - Parameter row: The entity of a row, for properties of lists that each row has.
  private func follow(_ component: StoryboardComponent, from place: Place, row: Place?) {
    let schemas = classes.find(component.className)?.descriptor.table.schemas ?? []
    let isList = row != nil
    // A binding that goes through a reference tells that a property is one.
    let properties = component.properties.all.filter { !Self.handled.contains($0.name) }
      .sorted { mentionsReference($0.value) && !mentionsReference($1.value) }
    for property in properties {
      if isList, ["dataPath", "selectionPath"].contains(property.name) { continue }
      let from = isList && Self.ofRow.contains(property.name) ? row ?? place : place
      follow(property, of: component, schemas.first { $0.name == property.name }?.kind, from: from)
    }
  }

  private func mentionsReference(_ value: StoryboardValue) -> Bool {
    switch value {
    case .text(let text): text == "ref" || text.contains("ref/") || text.contains("refKey")
    case .component(let part):
      part.properties.all.contains { if case .text = $0.value { mentionsReference($0.value) } else { false } }
    default: false
    }
  }

  private func follow(
    _ property: StoryboardProperties.Property, of owner: StoryboardComponent, _ kind: PropertySchema.Kind?,
    from place: Place
  ) {
    switch property.value {
    case .text(let text): follow(text, property.name, of: owner, kind, from: place)
    case .segue(let name, _): open.append((name, place))
    case .component(let part): followPart(part, from: place)
    case .components(let parts): for part in parts { followPart(part, from: place) }
    case .records(let records):
      for record in records {
        for property in record.all where !Self.handled.contains(property.name) {
          follow(property, of: owner, nil, from: place)
        }
      }
    case .bool, .number: break
    }
  }

  private func followPart(_ part: StoryboardComponent, from place: Place) {
    guard let own = context(of: part, place) else { return }
    if case .text(let path)? = part.properties["selectionPath"] {
      var options: EntityShape?
      if case .text(let data)? = part.properties["dataPath"] {
        options = paths.follow(data, from: own, expecting: .list(nil))?.entity
      }
      paths.follow(path, from: own, expecting: .selection(options))
      if case .text(let name)? = part.properties["namePath"] {
        paths.follow(name, from: Place(entity: options), expecting: .text)
      }
    }
    var rest = part
    rest.properties = part.properties.without(["selectionPath", "dataPath", "namePath"])
    follow(part.properties["selectionPath"] == nil ? part : rest, from: own, row: nil)
  }

  private func follow(
    _ text: String, _ name: String, of owner: StoryboardComponent, _ kind: PropertySchema.Kind?, from place: Place
  ) {
    let expectation: PathInference.Expectation
    switch (name, kind) {
    case ("textPath", _): expectation = .text
    case ("selectIndexPath", _): expectation = .index
    case ("valuePath", _) where owner.className == "ModelStepperCell": expectation = .index
    case ("rowIdentifier", _), ("identifier", _):
      open.append((text, place))
      return
    case (_, .action?): expectation = .action
    case (_, .value(let type)?), (_, .multipart(let type)?):
      if name.hasSuffix("Tap") {
        expectation = .action
      } else {
        expectation = Self.expectation(type)
      }
    case (_, .text?), (_, .choice?), (_, .entityType?), (_, .segue?), (_, .formula?): return
    default: expectation = .any
    }
    // Functions of controllers are not those of entities.
    if case .action = expectation, let descriptor = classes.find(owner.className)?.descriptor {
      let called = String(text.prefix { $0 != "(" })
      if descriptor.functionNames.contains(called) || Self.controllerFunctions.contains(called) { return }
    }
    paths.follow(text, from: place, expecting: expectation)
  }

  /// The functions of controllers that buttons of their bars call.
  private static let controllerFunctions = Set(ComponentDescriptor.all.flatMap(\.functionNames))

  private static func expectation(_ type: PropertySchema.ResultType) -> PathInference.Expectation {
    switch type {
    case .bool: .bool
    case .number: .number
    case .date: .date
    case .color: .color
    case .image: .image
    case .entity: .entity
    case .list: .list(nil)
    case .any, .string: .any
    }
  }
}
