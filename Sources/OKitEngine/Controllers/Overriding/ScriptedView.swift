/// A label, a button, a bar button or a help view of a class whose functions a script overrides: the `self` of these.
package final class ScriptedView: FunctionOwner {
  package let component: Component
  package let controller: Controller
  private let readProperties: (Controller) -> BoundProperties
  private let readFields: (Controller) -> [String: Value]
  private let onStale: () -> Void
  private lazy var functions = OverriddenFunctions(
    componentClass, services: controller.services,
    receiver: { [weak self] in self.map { .handle($0.handle) } ?? .null },
    onStale: onStale)
  private var registration: PartTable<ScriptedView>.Registration?
  /// The fields that `update` has assigned; nil outside of it.
  private var assigned: [String: Value]?

  /// - Parameters:
  ///   - properties: Its properties in its context.
  ///   - fields: What it shows without the functions.
  ///   - onStale: Called when the view may show something else now; must not read or write models.
  private init(
    _ component: Component, _ controller: Controller, properties: @escaping (Controller) -> BoundProperties,
    fields: @escaping (Controller) -> [String: Value], onStale: @escaping () -> Void
  ) {
    (self.component, self.controller, self.onStale) = (component, controller, onStale)
    (readProperties, readFields) = (properties, fields)
  }

  /// Returns the view of a component; nil without functions of the script.
  static func make(
    _ component: Component, _ controller: Controller, properties: @escaping (Controller) -> BoundProperties,
    fields: @escaping (Controller) -> [String: Value], onStale: @escaping () -> Void = {}
  ) -> ScriptedView? {
    guard component.componentClass.hasFunctions else { return nil }
    return ScriptedView(component, controller, properties: properties, fields: fields, onStale: onStale)
  }

  package var componentClass: ComponentClass { component.componentClass }
  package var properties: BoundProperties { readProperties(controller) }
  /// Its entity, at the end of its `contextPath`.
  package var context: EntityID? { properties.context }

  /// What scripts get as the view.
  package var handle: RuntimeHandle {
    let registration = registration ?? controller.services.views.add(self)
    self.registration = registration
    return registration.handle
  }

  // MARK: Fields

  /// The names of the fields that a script reads, and assigns in `update`.
  package var fieldNames: [String] {
    let descriptor = component.descriptor
    if descriptor.isKind(of: .label) { return ["text"] }
    return descriptor.isKind(of: .helpView) ? ["title"] : ["title", "image", "enabled"]
  }

  /// A field: as `update` has assigned it, else as the view is; nil for no field.
  package func field(_ name: String) -> Value? {
    guard fieldNames.contains(name) else { return nil }
    return assigned?[name] ?? readFields(controller)[name] ?? .null
  }

  /// Assigns a field.
  ///
  /// - Throws: `view.field` outside of `update`, for an unknown field, and for a value that the field cannot have.
  package func assign(_ name: String, _ value: Value) throws {
    guard fieldNames.contains(name) else {
      throw Diagnostic(
        "view.field", "\(componentClass.name) has no field \"\(name)\" to assign",
        hint: NearestName.hint(for: name, in: fieldNames) ?? "its fields are \(fieldNames.joined(separator: ", "))")
    }
    guard assigned != nil else {
      throw Diagnostic(
        "view.field", "\(name) can only be assigned in update",
        hint: "a binding such as \(name)Path shows a value at any time")
    }
    let result: FunctionResult = name == "enabled" ? .flag : .text
    guard let accepted = result.convert(value, controller.evaluator) else {
      throw Diagnostic(
        "view.field", "\(name) needs \(result.expected), got \(controller.store.summary(value))")
    }
    assigned?[name] = accepted
  }

  /// Runs the script's `update`, and returns the fields that it has assigned.
  func update() -> [String: Value] {
    let fields = functions.value(.viewUpdate) { [weak self] run in
      guard let self else { return nil }
      assigned = [:]
      defer { assigned = nil }
      return run() == nil ? nil : .map(assigned ?? [:])
    }
    if case .map(let fields)? = fields { return fields }
    return [:]
  }

  // MARK: Functions

  /// Runs a function that acts: that of the script, else the built-in one.
  func run(_ function: OverridableFunction) throws {
    guard let own = componentClass.override(of: function) else {
      _ = try inheritedResults(function, [])
      return
    }
    controller.services.start(
      own, receiver: .handle(handle), arguments: [], origin: componentClass.origin(of: function)
    ) { _ in }
  }

  package func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value] {
    switch function {
    case .show: controller.openHelp()
    case .hide: controller.isHelpOpen = false
    default: break
    }
    return [.null]
  }
}

extension Value {
  /// The text of a field that was assigned; empty for nil.
  var fieldText: String { if case .string(let text) = self { text } else { "" } }
}
