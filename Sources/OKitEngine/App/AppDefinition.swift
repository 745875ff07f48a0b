/// The definitions of a script: the classes of controllers, cells and controls, by name.
package final class AppDefinition {
  package private(set) var classes: [String: ComponentClass] = [:]
  /// The controllers that the script defined, in order.
  package private(set) var controllers: [ComponentClass] = []

  package init() {
    for descriptor in ComponentDescriptor.all { classes[descriptor.name] = ComponentClass(descriptor) }
  }

  /// Defines a class below another one.
  ///
  /// - Throws: `controller.duplicate`, `controller.unknownProperty`, `controller.property`, and for texts that are no
  ///   bindings `binding.syntax`.
  @discardableResult
  package func define(
    _ name: String, extending superClass: ComponentClass, values: PropertyValues,
    place: Diagnostic.Place? = nil
  ) throws -> ComponentClass {
    if let taken = classes[name] {
      let whereItIs = taken.place.map { " at \($0)" } ?? " by okit"
      throw Diagnostic("controller.duplicate", "\"\(name)\" is already defined\(whereItIs)", place: place)
    }
    let new = ComponentClass(name, extending: superClass, values: values, place: place)
    classes[name] = new
    if new.descriptor.isController { controllers.append(new) }
    return new
  }

  /// The controller class of that name that a script has defined.
  package func controller(named name: String) -> ComponentClass? {
    classes[name].flatMap { $0.isScreen && $0.superClass != nil ? $0 : nil }
  }

  package var controllerNames: [String] { controllers.filter(\.isScreen).map(\.name) }

  /// The application's class, if the script defined one; the last one wins.
  package var application: ComponentClass? { controllers.last { $0.descriptor === ComponentDescriptor.application } }

  /// The controller that is shown first: the application's home, else `home`, else the first one defined.
  ///
  /// - Throws: `controller.unknown` when the home is not defined, `controller.none` when there is none.
  package func home() throws -> ComponentClass {
    if let name = application?.values.text(ComponentDescriptor.applicationKeys.homeIdentifier) {
      if let home = controller(named: name) { return home }
      throw Diagnostic(
        "controller.unknown", "homeIdentifier: unknown controller \"\(name)\"", place: application?.place,
        hint: NearestName.hint(for: name, in: controllerNames))
    }
    if let home = controller(named: "home") ?? controllers.first(where: \.isScreen) { return home }
    throw Diagnostic(
      "controller.none", "the script defines no controller",
      hint: "define one, for instance okit.ModelListTableController:extend(\"home\", { … })")
  }

  /// Returns the mistakes that show only when everything is defined: unknown targets of segues, unknown classes of lists.
  package func check(_ store: ModelStore) -> [Diagnostic] {
    checkSegues() + checkTypes(store)
  }

  /// The entity classes that lists are of.
  private func checkTypes(_ store: ModelStore) -> [Diagnostic] {
    controllers.flatMap { controller in
      controller.descriptor.table.schemas.enumerated().compactMap { slot, schema in
        guard schema.kind == .entityType, case .text(let type)? = controller.values[slot: slot],
          store.type(named: type) == nil
        else { return nil }
        return Diagnostic(
          "model.unknownType", "\(controller.name): \(schema.name): unknown entity class \"\(type)\"",
          place: controller.place, hint: NearestName.hint(for: type, in: store.types.all.map(\.name)))
      }
    }
  }

  private func checkSegues() -> [Diagnostic] {
    controllers.flatMap { controller in
      Self.segues(of: controller).compactMap { segue in
        guard self.controller(named: segue.to) == nil else { return nil }
        return Diagnostic(
          "controller.unknown", "\(controller.name): segue: unknown controller \"\(segue.to)\"",
          place: controller.place, hint: NearestName.hint(for: segue.to, in: controllerNames))
      }
    }
  }

  static func segues(of controller: ComponentClass) -> [Segue] { segues(in: controller.values) }

  private static func segues(in values: PropertyValues) -> [Segue] {
    values.slots.flatMap { value -> [Segue] in
      switch value {
      case .segue(let segue): [segue]
      case .component(let component): segues(in: component.values)
      case .components(let components): components.flatMap { segues(in: $0.values) }
      case .sections(let sections): sections.flatMap { $0.cells.flatMap { segues(in: $0.values) } }
      case .binding, .function, .text, .list, .moreActions, nil: []
      }
    }
  }
}

extension ComponentClass {
  /// Whether its controllers can be on the screen.
  fileprivate var isScreen: Bool { descriptor.screenClass != nil }
}
