@_spi(Observation) internal import OKitModel

/// The controller of the application as a whole: an instance of the class of `okit.ModelApplicationController` that a
/// script has defined. Its properties are bindings in its effective context.
package final class ApplicationController: FunctionOwner {
  /// The functions that a script can override.
  static let functions: [OverridableFunction] = [
    .applyTheme, .applyEncryption, .applyProtection, .protect, .unprotect, .showProtectionCover,
    .hideProtectionCover, .resetContent, .resetAll, .navigateToHome, .slideMenu, .slideMenuIn, .slideMenuOut,
  ]

  package let definition: ComponentClass
  package var componentClass: ComponentClass { definition }
  package let handle = RuntimeHandle(.application, 1)
  private let services: any ControllerServices
  private let store: ModelStore
  private let component: Component
  private var contextProperties: BoundProperties?
  private var ownProperties: BoundProperties?
  private let reader = SettingsReader()
  private var node: NodeID?

  /// Whether something that the settings have read may have changed since.
  var isStale: Bool { reader.isStale }

  init(_ definition: ComponentClass, services: any ControllerServices) {
    (self.definition, self.services, store) = (definition, services, services.evaluator.store)
    component = Component(definition)
    reader.controller = self
  }

  deinit { if let node { store.graph.remove(node) } }

  package var name: String { definition.name }

  /// The default model.
  package var modelContext: EntityID? { store.root(named: ModelStore.defaultModelName) }

  /// `modelContext` resolved through `contextPath`.
  package var effectiveContext: EntityID? {
    let context = modelContext
    guard component.values[ComponentDescriptor.applicationKeys.contextPath] != nil else { return context }
    let properties = contextProperties.flatMap { $0.context == context ? $0 : nil } ?? bound(context)
    contextProperties = properties
    return properties[ComponentDescriptor.applicationKeys.contextPath]
  }

  /// The properties in the effective context.
  package var properties: BoundProperties {
    let context = effectiveContext
    if let ownProperties, ownProperties.context == context { return ownProperties }
    let properties = bound(context)
    ownProperties = properties
    return properties
  }

  /// The properties before any model is registered: those that read no model.
  var propertiesWithoutModels: BoundProperties { bound(nil) }

  private func bound(_ context: EntityID?) -> BoundProperties {
    BoundProperties(component, context: context, controller: .handle(handle), services: services)
  }

  /// Has the settings applied again at the end of the turn.
  func invalidate() { reader.isStale = true }

  // MARK: Values

  /// The properties that decide about the theme, the encryption and the protection; evaluated if one of them has
  /// changed.
  var settings: ApplicationSettings {
    let node = node ?? store.graph.makeNode(reader, token: 0)
    self.node = node
    reader.isStale = false
    store.graph.withoutTracking { _ = store.graph.update(node) }
    return reader.settings
  }

  /// Evaluates the settings. What is read is recorded. Of a value that cannot be used, the default is taken.
  fileprivate func evaluate() -> ApplicationSettings {
    let (properties, keys) = (properties, ComponentDescriptor.applicationKeys)
    var settings = ApplicationSettings()
    settings.themeName = properties[keys.themeName] ?? ""
    settings.encryption = flag(properties.value(keys.encryption), true)
    settings.protection = flag(properties.value(keys.protection), true)
    settings.protectionCover = flag(properties.value(keys.protectionCover), true)
    let timeout = properties.value(keys.protectionTimeout)
    if let minutes = minutes(timeout) {
      settings.protectionTimeout = minutes
    } else if !timeout.isNull {
      let shown = timeout.double.map { _ in services.evaluator.text(timeout) ?? "" } ?? store.summary(timeout)
      services.report(
        Diagnostic(
          "settings.timeout", "\(shown) is not a number of minutes from 0", place: definition.place,
          hint: "use a number, or a ModelProtectionTimeout with such an id"
        ).from(definition.origin("protectionTimeout")))
    }
    return settings
  }

  /// Without a model to read, a flag has its default.
  private func flag(_ value: Value, _ standard: Bool) -> Bool { value.isNull ? standard : value.flag }

  /// The minutes of a time-out: a number, its text, an entity with that id, or a reference to one.
  private func minutes(_ value: Value) -> Double? {
    var number = value.double
    switch value {
    case .string(let text): number = Double(text)
    case .entity(let entity):
      guard store.type(of: entity)?.isReference == true else {
        number = store.id(of: entity).flatMap(Double.init)
        break
      }
      // A reference to nothing chooses nothing.
      guard case .string(let id) = store.get(entity, EntityType.referenceKey) else { return Self.standardTimeout }
      number = Double(id)
    default: break
    }
    return number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  private static let standardTimeout = ApplicationSettings().protectionTimeout

  /// A flag; a constant one without its context.
  func flag(_ key: ComponentKey<Bool>) -> Bool {
    let known = component.properties.known[key.slot]
    return known.contains(.constant) ? known.contains(.on) : properties[key]
  }

  /// The constant value of a property; nil for one that reads a model, and for a function.
  func constant<Result>(_ key: ComponentKey<Result>) -> Value? {
    let properties = component.properties
    if case .constant(let value) = properties.readings[key.slot], !properties.isGiven[key.slot] { return value }
    return component.values[key]?.constant
  }

  /// The value that a script gave for a property; nil without one.
  func given<Result>(_ key: ComponentKey<Result>) -> PropertyValue? { component.values[key] }

  // MARK: Functions that scripts override

  /// The script's function of that name, which may be one of its own; nil if only the built-in one exists.
  func override(_ name: String) -> FunctionRef? { definition.function(named: name) }

  func origin(_ property: String) -> Diagnostic.Origin { definition.origin(property) }

  /// Runs a built-in function, which the runtime has.
  var runBuiltIn: (OverridableFunction, [Value]) throws -> Value = { _, _ in .null }

  package func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value] {
    [try runBuiltIn(function, arguments)]
  }
}

/// The node of the settings in the dependency graph.
private final class SettingsReader: NodeHandler {
  weak var controller: ApplicationController?
  var settings = ApplicationSettings()
  var isStale = true

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let old = settings
    settings = controller?.evaluate() ?? settings
    return settings != old
  }

  override func invalidated(_ node: NodeID, token: UInt32) { isStale = true }

  override func title(of token: UInt32) -> String { "the settings of the application" }
}
