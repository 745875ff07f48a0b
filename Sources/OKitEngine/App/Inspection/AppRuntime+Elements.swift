/// A controller, cell, button or view that a script has made, for developers.
package struct InspectedPart {
  /// A property that a script has given a value.
  package struct Property {
    package let name: String
    /// The binding, the text, or what kind of value it is.
    package let text: String
    package let kind: Kind
    /// Whose property it is, with the place of the definition.
    package let origin: Diagnostic.Origin
  }

  package enum Kind: String, Sendable { case binding, constant, function, text, other }

  /// The class; of a script or built in.
  package let name: String
  /// The built-in class that it is, or extends.
  package let builtIn: String
  package let place: Diagnostic.Place?
  /// The context of its bindings.
  package let context: EntityID?
  package let properties: [Property]
}

/// An element of a screen, for developers.
package struct InspectedElement {
  /// The controllers from the shown one to that which led to it.
  package let stack: [String]
  package let controller: InspectedPart
  /// The cell, button or views that show the element, outermost first.
  package let parts: [InspectedPart]
  /// What its bindings have read; those of the screen for an element without any.
  package let reports: [BindingReport]
}

extension AppRuntime {
  /// Returns what an element on the screen of a window is made of. Nothing is evaluated that was not before.
  ///
  /// - Throws: `app.covered`; `row.gone` without a screen.
  package func inspect(_ element: ElementID, in window: AppWindow) throws -> InspectedElement {
    let (top, holders) = try holders(of: element, in: window)
    let reports = holders.isEmpty ? top.why(nil) : element.row.map { top.why($0) } ?? holders.flatMap(\.why)
    return InspectedElement(
      stack: Array(sequence(first: top, next: \.previous).map(\.name)),
      controller: top.properties.inspected, parts: holders.map(\.inspected), reports: reports)
  }

  /// Returns what the bindings of an element have read.
  ///
  /// - Throws: As `inspect`.
  package func reports(of element: ElementID?, in window: AppWindow) throws -> [BindingReport] {
    guard let element else { return try shownController(in: window).why(nil) }
    let (top, holders) = try holders(of: element, in: window)
    return element.row.map { top.why($0) } ?? holders.flatMap(\.why)
  }

  /// Returns the elements of a window whose bindings have run since a turn.
  ///
  /// - Parameter screen: What the window shows.
  package func elements(of screen: Screen, in window: AppWindow, ranAfter turn: Int) -> [ElementID] {
    guard !isGuarded, let top = window.top else { return [] }
    let rows = screen.sections.flatMap(\.rows).flatMap { [$0.id] + $0.cells.map(\.id) }
    var elements = rows.filter { top.boundProperties(of: $0).contains { $0.lastTurn > turn } }.map {
      ElementID.row(.id($0))
    }
    for (button, _) in screen.barButtons where (top.ownBarProperties(button)?.lastTurn ?? 0) > turn {
      elements.append(.barButton(button))
    }
    for number in screen.views.indices where (top.view(at: .view(number))?.properties.lastTurn ?? 0) > turn {
      elements.append(.view(number))
    }
    if top.properties.lastTurn > turn { elements.append(.title) }
    return elements
  }

  private func shownController(in window: AppWindow) throws -> Controller {
    try checkUncovered()
    guard let top = window.top else { throw Diagnostic("row.gone", "no screen is open") }
    return top
  }

  private func holders(of element: ElementID, in window: AppWindow) throws -> (Controller, [BoundProperties]) {
    let top = try shownController(in: window)
    if let row = element.row { return (top, top.boundProperties(of: row)) }
    if case .barButton(let button) = element, let own = top.ownBarProperties(button) { return (top, [own]) }
    return (top, [top.view(at: element)?.properties].compactMap(\.self))
  }
}

extension BoundProperties {
  fileprivate var inspected: InspectedPart {
    let (descriptor, values) = (component.descriptor, component.values)
    let properties = descriptor.table.schemas.indices.compactMap { slot -> InspectedPart.Property? in
      guard let value = values[slot: slot] else { return nil }
      let name = values.givenNames[slot] ?? descriptor.table.schemas[slot].name
      let (kind, text) = value.inspected
      return InspectedPart.Property(
        name: name, text: text, kind: kind, origin: component.origin(name, slot: slot, of: definition))
    }
    return InspectedPart(
      name: component.componentClass.name, builtIn: descriptor.name, place: component.place, context: context,
      properties: properties)
  }
}

extension PropertyValue {
  fileprivate var inspected: (InspectedPart.Kind, String) {
    switch self {
    case .binding(let program) where program.constant != nil: (.constant, program.text)
    case .binding(let program): (.binding, program.text)
    case .function: (.function, "function")
    case .text(let text): (.text, text)
    case .segue(let segue): (.other, segue.to)
    case .list(let items): (.other, "\(items.count) parts")
    case .moreActions(let actions): (.other, "\(actions.count) actions")
    case .callouts(let callouts): (.other, "\(callouts.count) callouts")
    case .component(let component): (.other, component.componentClass.name)
    case .components(let components): (.other, components.map(\.componentClass.name).joined(separator: ", "))
    case .sections(let sections): (.other, "\(sections.count) sections")
    }
  }
}
