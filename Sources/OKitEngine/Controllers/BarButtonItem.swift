extension ComponentDescriptor {
  /// OKit's `tapPath` and `enabledPath`, and the shorter names that fit beside `title`.
  package static let (barButtonItem, barButtonKeys) = declare(
    "ModelBarButtonItem", .barButton, "A bar button."
  ) {
    (
      contextPath: $0.entity("contextPath", "the path from the controller's effective context to that of the button"),
      title: $0.string("title", "the title"),
      tapPath: $0.action("tapPath", "runs when the button is tapped"),
      enabledPath: $0.bool("enabledPath", "whether the button is enabled"),
      tap: $0.action("tap", "runs when the button is tapped"),
      enabled: $0.bool("enabled", "whether the button is enabled"),
      segue: $0.segue("segue", "the controller to open, with the context of the button")
    )
  }
}

/// A button of a bar and what it does.
struct BarItem {
  var button: BarButton
  var tap: () throws -> Void
}

/// The bars of a controller.
extension Controller {
  final var leftButtons: [BarItem] { builtInLeft + items(of: \.left, Self.keys.left) }
  final var rightButtons: [BarItem] { builtInRight + items(of: \.right, Self.keys.right) }
  final var toolbarButtons: [BarItem] { items(of: \.toolbar, Self.keys.toolbar) }

  /// A built-in button that runs a function of the controller.
  func item(_ role: BarButton.Role, _ key: String, runs function: String) -> BarItem {
    BarItem(button: BarButton(role, title: localized(key))) { [weak self] in try self?.runFunction(function) }
  }

  /// The way into edit mode, for hints; nil when there is no button for it.
  var editHint: String? {
    builtInRight.first { $0.button.role == .edit }.map { "tap \"\($0.button.title)\" first" }
  }

  /// The script's buttons of each bar, bound to the effective context.
  struct OwnBars {
    var context: EntityID?
    var left: [BoundProperties]?
    var right: [BoundProperties]?
    var toolbar: [BoundProperties]?
  }

  private func items(
    of bar: WritableKeyPath<OwnBars, [BoundProperties]?>, _ key: ComponentKey<[Component]>
  ) -> [BarItem] {
    let components = definition.values.components(key)
    guard !components.isEmpty else { return [] }
    let context = effectiveContext
    if ownBars.context != context { ownBars = OwnBars(context: context) }
    if let bound = ownBars[keyPath: bar] { return bound.map(item) }
    let bound = components.map { bind($0, context) }
    ownBars[keyPath: bar] = bound
    return bound.map(item)
  }

  private func item(_ own: BoundProperties) -> BarItem {
    let keys = ComponentDescriptor.barButtonKeys
    let context = own.has(keys.contextPath) ? own[keys.contextPath] : own.context
    let bound = context == own.context ? own : bind(own.component, context)
    let enabled = [keys.enabled, keys.enabledPath].first(where: bound.has).map { bound[$0] }
    return BarItem(button: BarButton(title: bound[keys.title] ?? "", enabled: enabled)) { [weak self] in
      guard let self else { return }
      if let key = [keys.tap, keys.tapPath].first(where: bound.has), let tap = bound.given(key) {
        let origin = bound.component.origin(bound.name(of: key), of: definition)
        services.run(tap, context: context, controller: self, extra: [], origin: origin) { _ in }
      }
      if let segue = bound.component.values.segue(keys.segue) {
        services.navigate(to: segue, context: context, from: self, editing: false)
      }
    }
  }
}
