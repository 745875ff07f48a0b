/// The definitions of a script: the classes of controllers, cells and controls, by name.
package final class AppDefinition {
  package let classes = ComponentClasses()
  /// The controllers that the script defined, in order.
  package private(set) var controllers: [ComponentClass] = []

  package init() {}

  /// Defines a class below another one.
  ///
  /// - Throws: `controller.duplicate`, `controller.unknownProperty`, `controller.property`, and for texts that are no
  ///   bindings `binding.syntax`.
  @discardableResult
  package func define(
    _ name: String, extending superClass: ComponentClass, values: GivenValues,
    place: Diagnostic.Place? = nil
  ) throws -> ComponentClass {
    if let taken = classes[name] {
      guard taken.isInStoryboard else { throw duplicate(name, of: taken, at: place) }
      return try define(over: taken, extending: superClass, values, place)
    }
    let new = ComponentClass(name, extending: superClass, values: values, place: place)
    add(new)
    return new
  }

  /// Defines a class with values that were read; see above.
  @discardableResult
  package func define(
    _ name: String, extending superClass: ComponentClass, values: PropertyValues, place: Diagnostic.Place? = nil
  ) throws -> ComponentClass {
    try define(name, extending: superClass, values: GivenValues(values), place: place)
  }

  func add(_ new: ComponentClass) {
    classes.set(new)
    if new.descriptor.isController { controllers.append(new) }
  }

  /// Replaces a class by another one with the same name.
  func replace(_ old: ComponentClass, with new: ComponentClass) {
    classes.set(new)
    controllers = controllers.map { $0 === old ? new : $0 }
  }

  func duplicate(_ name: String, of taken: ComponentClass, at place: Diagnostic.Place?) -> Diagnostic {
    let whereItIs = taken.place.map { " at \($0)" } ?? " by okit"
    return Diagnostic("controller.duplicate", "\"\(name)\" is already defined\(whereItIs)", place: place)
  }

  /// The controller class of that name that a script has defined.
  package func controller(named name: String) -> ComponentClass? {
    classes[name].flatMap { $0.isScreen && $0.superClass != nil ? $0 : nil }
  }

  /// Adds the definitions to those whose coverage is measured: the controllers in order, then the classes of their
  /// parts.
  func add(to coverage: DefinitionCoverage) {
    for controller in controllers { coverage.add(controller) }
    let known = Set(controllers.map(ObjectIdentifier.init))
    for part in classes.madeNames.sorted().compactMap({ classes[$0] }) where !known.contains(ObjectIdentifier(part)) {
      coverage.add(part)
    }
  }

  package var controllerNames: [String] { controllers.filter(\.isScreen).map(\.name) }

  /// The controller or container of that name that a script has defined.
  package func content(named name: String) -> ComponentClass? {
    classes[name].flatMap { $0.isContent && $0.superClass != nil ? $0 : nil }
  }

  /// The controllers that are shown when a content is opened: itself, or the roots of its stacks. Unknown ones are left
  /// out.
  func roots(of content: ComponentClass) -> [ComponentClass] {
    if content.isScreen { return [content] }
    let names =
      content.descriptor === ComponentDescriptor.navigation
      ? [content.values.text(ComponentDescriptor.navigationRoot)]
      : content.values.components(ComponentDescriptor.tabs).map { $0.values.text(ComponentDescriptor.tabKeys.root) }
    return names.compactMap { $0.flatMap(self.content) }.flatMap { $0.isScreen ? [$0] : stackRoot(of: $0) }
  }

  /// The root of a navigation controller.
  private func stackRoot(of content: ComponentClass) -> [ComponentClass] {
    content.values.text(ComponentDescriptor.navigationRoot).flatMap(controller).map { [$0] } ?? []
  }

  /// The controllers that are shown when the content with a name is opened.
  func roots(ofContentNamed name: String) -> [ComponentClass] { content(named: name).map(roots) ?? [] }

  package var contentNames: [String] { controllers.filter(\.isContent).map(\.name) }

  /// The menu of the application; nil when it has none.
  package var menu: ComponentClass? { application.flatMap { _ in content(named: menuIdentifier ?? "menu") } }

  private var menuIdentifier: String? { application?.values.text(ComponentDescriptor.applicationKeys.menuIdentifier) }

  /// The classes that controllers extend, which may give what these leave out. O(controllers).
  var extendedClasses: Set<ObjectIdentifier> {
    Set(controllers.compactMap { $0.superClass.map(ObjectIdentifier.init) })
  }

  /// The application's class, if the script defined one; the last one wins.
  package var application: ComponentClass? { controllers.last { $0.descriptor === ComponentDescriptor.application } }

  /// The class with the function that an action of a controller names, which the action's context does not have: that
  /// of the controller, else of the application. Nil for an unknown name.
  func owner(ofFunction name: String, in controller: ComponentClass) -> ComponentClass? {
    [controller, application].lazy.compactMap(\.self).first { $0.hasFunction(named: name) }
  }

  /// The controller that is shown first: the application's home, else `home`, else the first one defined. Nil when that
  /// is missing.
  var firstController: ComponentClass? {
    if let homeIdentifier { return content(named: homeIdentifier) }
    return content(named: "home") ?? controllers.first { $0.isContent && $0 !== menu }
  }

  /// The names of contents that okit opens without the script naming them.
  package var namesOpenedByOKit: Set<String> {
    var names: Set<String> = []
    if homeIdentifier == nil { names.insert("home") }
    if menuIdentifier == nil { names.insert("menu") }
    return names
  }

  private var homeIdentifier: String? { application?.values.text(ComponentDescriptor.applicationKeys.homeIdentifier) }

  /// Returns the controller that is shown first.
  ///
  /// - Throws: `controller.unknown` when the home is not defined, `controller.none` when there is none.
  package func home() throws -> ComponentClass {
    if let firstController { return firstController }
    if let homeIdentifier {
      throw Diagnostic(
        "controller.unknown", "homeIdentifier: unknown controller \"\(homeIdentifier)\"", place: application?.place,
        hint: NearestName.hint(for: homeIdentifier, in: contentNames))
    }
    throw Diagnostic(
      "controller.none", "the script defines no controller",
      hint: "define one, for instance okit.ModelListTableController:extend(\"home\", { … })")
  }
}

extension ComponentClass {
  /// Whether its controllers can be on the screen.
  var isScreen: Bool { descriptor.screenClass != nil }

  /// Whether it can be the content of the application.
  fileprivate var isContent: Bool { isScreen || descriptor.isContainer }
}
