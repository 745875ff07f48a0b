/// The definitions of a script: the classes of controllers, cells and controls, by name.
package final class AppDefinition {
  package private(set) var classes: [String: ComponentClass] = [:]
  /// The controllers that the script defined, in order.
  package private(set) var controllers: [ComponentClass] = []

  package init() {
    for kind in ComponentKind.allCases { classes[kind.rawValue] = ComponentClass(kind.rawValue, kind) }
  }

  /// Defines a class below another one.
  ///
  /// - Throws: `controller.duplicate`, `controller.unknownProperty`, `controller.property`, and for texts that are no
  ///   bindings `binding.syntax`.
  @discardableResult
  package func define(
    _ name: String, extending superClass: ComponentClass, values: [String: PropertyValue],
    place: Diagnostic.Place? = nil
  ) throws -> ComponentClass {
    if let taken = classes[name] {
      let whereItIs = taken.place.map { " at \($0)" } ?? " by okit"
      throw Diagnostic("controller.duplicate", "\"\(name)\" is already defined\(whereItIs)", place: place)
    }
    let new = ComponentClass(name, superClass.kind, extending: superClass, values: values, place: place)
    classes[name] = new
    if new.kind.isController { controllers.append(new) }
    return new
  }

  /// The controller class of that name that a script has defined.
  package func controller(named name: String) -> ComponentClass? {
    classes[name].flatMap { $0.kind.isController && $0.kind != .application && $0.superClass != nil ? $0 : nil }
  }

  package var controllerNames: [String] { controllers.filter { $0.kind != .application }.map(\.name) }

  /// The application's class, if the script defined one; the last one wins.
  package var application: ComponentClass? { controllers.last { $0.kind == .application } }

  /// The controller that is shown first: the application's home, else `home`, else the first one defined.
  ///
  /// - Throws: `controller.unknown` when the home is not defined, `controller.none` when there is none.
  package func home() throws -> ComponentClass {
    if case .text(let name)? = application?.values["homeIdentifier"] {
      if let home = controller(named: name) { return home }
      throw Diagnostic(
        "controller.unknown", "homeIdentifier: unknown controller \"\(name)\"", place: application?.place,
        hint: NearestName.hint(for: name, in: controllerNames))
    }
    if let home = controller(named: "home") ?? controllers.first(where: { $0.kind != .application }) { return home }
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
      ["type", "refType"].compactMap { name in
        guard case .text(let type)? = controller.values[name], store.type(named: type) == nil else { return nil }
        return Diagnostic(
          "model.unknownType", "\(controller.name): \(name): there is no entity class \"\(type)\"",
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

  static func segues(of controller: ComponentClass) -> [Segue] {
    controller.values.sorted { $0.key < $1.key }.flatMap { segues(in: $0.value, named: $0.key) }
  }

  private static func segues(in value: PropertyValue, named name: String) -> [Segue] {
    if name == "segue" { return Segue(value).map { [$0] } ?? [] }
    switch value {
    case .list(let items): return items.flatMap { segues(in: $0, named: "") }
    case .record(let members): return members.sorted { $0.key < $1.key }.flatMap { segues(in: $0.value, named: $0.key) }
    case .component(let component):
      return component.values.sorted { $0.key < $1.key }.flatMap { segues(in: $0.value, named: $0.key) }
    case .binding, .function, .text: return []
    }
  }
}
