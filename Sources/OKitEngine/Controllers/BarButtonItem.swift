extension ComponentDescriptor {
  /// OKit's `tapPath` and `enabledPath`, and the shorter names that fit beside `title`.
  package static let barButtonItem = declare(
    "ModelBarButtonItem", .barButton, functions: [.viewUpdate], "A bar button."
  ) { barButtonItemTable }

  package static let (barButtonItemTable, barButtonKeys) = properties {
    (
      contextPath: $0.entity(
        "contextPath", effect: "button",
        "the path from the controller's effective context to that of the button; if it is nil, the button is disabled"),
      title: $0.string(
        "title", effect: "button.title", "the title; by default that of the system item, or the name of the image"),
      image: $0.plainText("image", effect: "button.image", "the name of an image beside the title"),
      imagePath: $0.image(
        "imagePath", effect: "button.image",
        "an image beside the title, or the name of one; it takes precedence over `image`"),
      systemItem: $0.choice(
        "systemItem", of: SystemItem.names, effect: "button.image, button.title",
        "gives a standard title and image: \(systemItems)"),
      style: $0.choice(
        "style", of: BarButton.Style.names, effect: "button.style",
        "`plain` or `done`; `done` by default for the system items `done` and `save`"),
      tintColor: $0.color(
        "tintColor", effect: "button.tintColor",
        "the color of the title and the image; other values are reported (`controller.color`)"),
      tapPath: $0.action("tapPath", "runs when the button is tapped"),
      showPath: $0.bool(
        "showPath", default: "#true", effect: "button", "whether the button is shown"),
      enabledPath: $0.bool("enabledPath", effect: "button.enabled", "whether the button is enabled"),
      tap: $0.action("tap", "runs when the button is tapped"),
      enabled: $0.bool("enabled", effect: "button.enabled", "whether the button is enabled"),
      segue: $0.segue("segue", effect: "stack", "the controller to open, with the context of the button"),
      submit: $0.submit(),
      accessibility: $0.accessibility()
    )
  }

  private static let systemItems = SystemItem.names.reduce("") { $0 + ($0.isEmpty ? "`\($1)`" : ", `\($1)`") }

  package static let menuBarButtonItem = declare(
    "ModelMenuBarButtonItem", .barButton, extends: barButtonItem, "A bar button that opens the menu."
  )
}

/// A button of a bar and what it does.
struct BarItem {
  var button: BarButton
  fileprivate let action: Action
  fileprivate let controller: Controller

  fileprivate enum Action {
    case function(OverridableFunction)
    case own(BoundProperties)
    case view(BoundView)
  }

  /// The view that stands in the bar; nil for a bar button.
  var view: BoundView? { if case .view(let view) = action { view } else { nil } }

  /// Runs the built-in action of the button, without the functions that a script can override for its own buttons.
  func tap() throws {
    switch action {
    case .function(let function): try controller.runFunction(function)
    case .own(let bound): try controller.tap(bound)
    case .view(let view): try view.runTap()
    }
  }
}

/// The bars of a controller.
extension Controller {
  /// The buttons of a bar as they are shown.
  final func buttons(of bar: BarButtonID.Bar) -> [BarButton] {
    let items = items(of: bar)
    return items.isEmpty ? [] : items.map { $0.button }
  }

  /// The built-in button that closes the screen; nil when there is none.
  final var closeButton: BarItem? { builtInLeft.first { $0.button.role == .close } }

  /// Returns the button with that identifier; nil when there is none.
  final func barItem(_ id: BarButtonID) -> BarItem? {
    let items = items(of: id.bar)
    return BarButtonID.all(items.map { $0.button }, in: id.bar).firstIndex(of: id).map { items[$0] }
  }

  final func items(of bar: BarButtonID.Bar) -> [BarItem] {
    var items: [BarItem] = []
    switch bar {
    case .left: items = builtInLeft
    case .right: addBuiltInRight(to: &items)
    case .toolbar: break
    }
    addOwnItems(of: bar, to: &items)
    return items
  }

  /// The built-in buttons at the right.
  private var builtInRight: [BarItem] {
    var items: [BarItem] = []
    addBuiltInRight(to: &items)
    return items
  }

  /// A built-in button that runs a function of the controller.
  func item(_ role: BarButton.Role, _ key: StaticString, runs function: OverridableFunction) -> BarItem {
    BarItem(button: BarButton(role, title: localized(key)), action: .function(function), controller: self)
  }

  /// The way into edit mode, for hints; nil when there is no button for it.
  var editHint: String? {
    shownController.builtInRight.first { $0.button.role == .edit }.map { "tap \"\($0.button.title)\" first" }
  }

  /// The script's buttons of each bar, bound to the effective context.
  struct OwnBars {
    /// A bar button, or a view in its place.
    enum Part {
      case button(BoundProperties, ScriptedView?)
      case view(BoundView)
    }

    var context: EntityID?
    private var left, right, toolbar: [Part]?

    init(context: EntityID? = nil) { self.context = context }

    /// Removes the parts, and returns the properties of the buttons without functions of a script.
    mutating func takeButtons() -> [BoundProperties] {
      let parts = [left, right, toolbar].flatMap { $0 ?? [] }
      (left, right, toolbar) = (nil, nil, nil)
      return parts.compactMap { if case .button(let properties, nil) = $0 { properties } else { nil } }
    }

    // Not by a key path, which each access would go through step by step.
    subscript(bar: BarButtonID.Bar) -> [Part]? {
      get {
        switch bar {
        case .left: left
        case .right: right
        case .toolbar: toolbar
        }
      }
      set {
        switch bar {
        case .left: left = newValue
        case .right: right = newValue
        case .toolbar: toolbar = newValue
        }
      }
    }
  }

  private func addOwnItems(of bar: BarButtonID.Bar, to items: inout [BarItem]) {
    let key =
      switch bar {
      case .left: Self.keys.left
      case .right: Self.keys.right
      case .toolbar: Self.keys.toolbar
      }
    let components = definition.values.components(key)
    guard !components.isEmpty else { return }
    let context = effectiveContext
    if ownBars.context != context { ownBars = OwnBars(context: context) }
    let parts =
      ownBars[bar]
      ?? components.map { component in
        BoundView.make(component, context: context, controller: self).map(OwnBars.Part.view)
          ?? button(component, context)
      }
    if !isEnded, ownBars[bar] == nil { ownBars[bar] = parts }
    for part in parts { if let item = item(part) { items.append(item) } }
  }

  /// Returns the properties of a button or a view that a script has put into a bar; nil for a built-in one.
  final func ownBarProperties(_ id: BarButtonID) -> BoundProperties? {
    guard case .own(let index) = id.key else { return nil }
    let shown = ownBars[id.bar]?.filter { item($0) != nil } ?? []
    guard shown.indices.contains(index) else { return nil }
    switch shown[index] {
    case .button(let own, _): return own
    case .view(let view): return view.properties
    }
  }

  private func button(_ component: Component, _ context: EntityID?) -> OwnBars.Part {
    let own = bind(component, context)
    let view = ScriptedView.make(
      component, self, properties: { $0.resolved(own) },
      fields: { controller in
        let button = controller.button(controller.resolved(own))
        return [
          "title": .string(button.title), "image": button.image.map(Value.string) ?? .null,
          "enabled": .bool(button.isEnabled),
        ]
      })
    return .button(own, view)
  }

  /// The properties in the context of the button.
  private func resolved(_ own: BoundProperties) -> BoundProperties {
    let contextPath = ComponentDescriptor.barButtonKeys.contextPath
    guard own.has(contextPath) else { return own }
    let context = own[contextPath]
    return context == own.context ? own : bind(own.component, context)
  }

  /// Returns the item of a part; nil for one that is hidden.
  private func item(_ part: OwnBars.Part) -> BarItem? {
    switch part {
    case .button(let properties, let view): item(properties, view)
    case .view(let view):
      view.shown.map { BarItem(button: BarButton($0), action: .view(view), controller: self) }
    }
  }

  private func item(_ own: BoundProperties, _ view: ScriptedView?) -> BarItem? {
    let keys = ComponentDescriptor.barButtonKeys
    let bound = resolved(own)
    guard bound[keys.showPath] else { return nil }
    let context = bound.context
    var button = button(bound)
    if let fields = view?.update() { button = button.with(fields) }
    // There is nothing that it could open or change.
    if context == nil, own.has(keys.contextPath) { button.enabled = false }
    return BarItem(button: button, action: .own(bound), controller: self)
  }

  fileprivate func tap(_ bound: BoundProperties) throws {
    try perform(submitting: bound[ComponentDescriptor.barButtonKeys.submit]) { [self] in
      try tap(bound, bound.context)
    }
  }

  private func tap(_ bound: BoundProperties, _ context: EntityID?) throws {
    let keys = ComponentDescriptor.barButtonKeys
    if let key = [keys.tap, keys.tapPath].first(where: bound.has), let tap = bound.given(key) {
      let origin = bound.component.origin(bound.name(of: key), of: definition)
      services.run(tap, context: context, controller: self, extra: [], origin: origin) { _ in }
    }
    if let segue = bound.component.values.segue(keys.segue) { try open(segue, context) }
    if bound.component.descriptor.isKind(of: .menuBarButtonItem) { try services.toggleMenu() }
  }

  private func button(_ bound: BoundProperties) -> BarButton {
    let keys = ComponentDescriptor.barButtonKeys
    let isMenu = bound.component.descriptor.isKind(of: .menuBarButtonItem)
    let system = bound[keys.systemItem].flatMap { SystemItem.byName[$0] }
    let image = bound[keys.imagePath] ?? bound[keys.image] ?? system?.image ?? (isMenu ? "menu" : nil)
    let enabled = [keys.enabled, keys.enabledPath].first(where: bound.has).map { bound[$0] }
    let title = bound[keys.title] ?? (isMenu ? localized("Menu") : system.map { localized($0) }) ?? image
    var button = BarButton(title: title ?? "", enabled: enabled)
    button.image = image
    button.style =
      bound[keys.style].flatMap(BarButton.Style.init(rawValue:)) ?? (system == .done || system == .save ? .done : nil)
    button.tintColor = tintColor(bound)
    button.accessibility = bound.accessibility(keys.accessibility)
    return button
  }

  /// The color as `#rrggbb`. Any other value is reported.
  private func tintColor(_ bound: BoundProperties) -> String? {
    let key = ComponentDescriptor.barButtonKeys.tintColor
    guard bound.has(key) else { return nil }
    switch bound.value(key) {
    case .color(let color): return color.hex
    case let value:
      guard let text = value.scalarText, !text.isEmpty else { return nil }
      if let color = ColorValue(hex: text) { return color.hex }
      services.report(
        evaluator.problem(
          "controller.color", of: bound.component.origin(bound.name(of: key), of: definition),
          "\"\(text)\" is not a color", hint: "use #rrggbb"))
      return nil
    }
  }
}

extension BarButton {
  /// Returns the button with the fields that its script's `update` has assigned.
  fileprivate func with(_ fields: [String: Value]) -> BarButton {
    var button = self
    if let title = fields["title"] { button.title = title.fieldText }
    if let image = fields["image"] { button.image = image.isNull ? nil : image.fieldText }
    if let isEnabled = fields["enabled"] { button.enabled = isEnabled.truth }
    return button
  }

  /// The label or button of a view in a bar.
  fileprivate init(_ view: ScreenView) {
    self.init(title: view.text, enabled: view.kind == .button && !view.isEnabled ? false : nil)
    (image, runs, isLabel, accessibility) = (view.image, view.runs, view.kind == .label, view.accessibility)
  }
}
