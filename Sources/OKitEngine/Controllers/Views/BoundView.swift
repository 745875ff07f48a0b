extension ComponentDescriptor {
  package static let view = declare(
    "ModelView", .view(nil), functions: [.viewUpdate], "The abstract class of labels, buttons and help."
  ) { viewTable }

  package static let (viewTable, viewContextPath) = properties {
    $0.entity(
      "contextPath", effect: "view",
      "the path from the given context to that of the view, which is hidden while this leads nowhere")
  }
}

/// A label or a button that a script has placed: a component in a context, with its properties bound.
///
/// Its owner, a cell or a controller, decides what a tap calls.
package class BoundView {
  private let bound: ViewProperties
  private let onStale: () -> Void

  /// - Parameter onStale: called when the view may show something else now; must not read or write models.
  required init(
    _ component: Component, context: EntityID?, controller: Controller, onStale: @escaping () -> Void = {}
  ) {
    bound = ViewProperties(component, context, controller, onStale)
    self.onStale = onStale
  }

  /// Returns the view of a component, which has to be one of a view.
  static func make(
    _ component: Component, context: EntityID?, controller: Controller, onStale: @escaping () -> Void = {}
  ) -> BoundView? {
    guard case .view(let viewClass?) = component.descriptor.role else { return nil }
    return viewClass.init(component, context: context, controller: controller, onStale: onStale)
  }

  final var component: Component { bound.component }
  final var controller: Controller { bound.controller }
  final var effectiveContext: EntityID? { bound.effectiveContext }
  final var properties: BoundProperties { bound.properties }

  /// Whether the view has a `contextPath` that leads nowhere now; such a view is hidden.
  final var isNowhere: Bool { component.contextPath != nil && effectiveContext == nil }

  /// The view as its properties make it; nil when it is hidden.
  var builtIn: ScreenView? { nil }

  /// The view as it is now, with what its script's `update` has assigned; nil when it is hidden.
  final var shown: ScreenView? {
    guard var view = builtIn else { return nil }
    guard let fields = scripted?.update() else { return view }
    if let text = fields["text"] ?? fields["title"] { (view.text, view.runs) = (text.fieldText, []) }
    if let image = fields["image"] { view.image = image.isNull ? nil : image.fieldText }
    if let enabled = fields["enabled"] { view.isEnabled = enabled.truth }
    return view
  }

  private lazy var scripted = ScriptedView.make(
    component, controller, properties: { [bound] _ in bound.properties },
    fields: { [weak self] _ in
      guard let view = self?.builtIn else { return [:] }
      let text: Value = .string(view.text)
      return [
        "text": text, "title": text, "image": view.image.map(Value.string) ?? .null, "enabled": .bool(view.isEnabled),
      ]
    }, onStale: onStale)

  /// The script's way to this view, for `didTapButton`: runs the action of a button and opens its segue.
  func runTap() throws { throw Diagnostic("action.impossible", "the view has nothing to tap") }
}

/// The properties of a view, in the context at the end of its `contextPath`.
private final class ViewProperties {
  let component: Component
  let controller: Controller
  private let context: EntityID?
  private let onStale: () -> Void
  private var ofContext: BoundProperties?
  private var own: BoundProperties?

  init(_ component: Component, _ context: EntityID?, _ controller: Controller, _ onStale: @escaping () -> Void) {
    (self.component, self.context, self.controller, self.onStale) = (component, context, controller, onStale)
  }

  deinit {
    controller.keep(&ofContext)
    controller.keep(&own)
  }

  /// The context resolved through the `contextPath` of the view; nil when that leads nowhere.
  var effectiveContext: EntityID? {
    guard component.contextPath != nil else { return context }
    let properties = ofContext ?? bind(context)
    ofContext = properties
    return properties[ComponentDescriptor.viewContextPath]
  }

  var properties: BoundProperties {
    let context = effectiveContext
    if let own, own.context == context { return own }
    let properties = bind(context)
    own = properties
    return properties
  }

  private func bind(_ context: EntityID?) -> BoundProperties {
    controller.bind(component, context, onStale: onStale)
  }
}
