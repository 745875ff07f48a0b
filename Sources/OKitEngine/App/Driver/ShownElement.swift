/// An element of a screen as assistive technologies and locators know it.
package struct ShownElement {
  package let id: ElementID
  package let accessibility: Accessibility
  package let isEnabled: Bool

  init(_ id: ElementID, _ accessibility: Accessibility, isEnabled: Bool = true) {
    (self.id, self.accessibility, self.isEnabled) = (id, accessibility, isEnabled)
  }

  /// Its description in messages about several elements: `button "Press"`.
  var description: String { "\(accessibility.role.rawValue) \(PrintableText.quoted(accessibility.label))" }

  /// The fields that a script reads.
  package var jsonValue: JSONValue {
    var members = accessibility.members()
    members["id"] = .string(id.description)
    members["enabled"] = .bool(isEnabled)
    return .object(members)
  }
}

extension Screen {
  /// The elements of the open dialog, without the dialog itself.
  var dialogElements: [ShownElement] {
    guard let dialog = dialogID else { return [] }
    let fields = (alert?.fields ?? []).enumerated().map { index, field in
      ShownElement(.dialogPart(DialogPartID(dialog, .field, index)), field.element)
    }
    let actions = (alert?.actions ?? sheet?.actions ?? []).enumerated().map { index, action in
      ShownElement(.dialogPart(DialogPartID(dialog, .action, index)), action.element, isEnabled: action.isEnabled)
    }
    return fields + actions
  }

  /// The elements of the screen itself besides its rows.
  var ownElements: [ShownElement] {
    var elements = barButtons.map { ShownElement(.barButton($0.id), $0.button.element, isEnabled: $0.button.isEnabled) }
    elements.append(ShownElement(.title, titleElement, isEnabled: titleView?.isEnabled ?? true))
    elements += columns.map { ShownElement(.column($0.index), $0.element, isEnabled: $0.isSortable) }
    if let search { elements.append(ShownElement(.search, search.element)) }
    elements += views.enumerated().map { ShownElement(.view($0), $1.element, isEnabled: $1.isEnabled) }
    elements += tabs.enumerated().map { ShownElement(.tab($0), $1.element) }
    if help != nil { elements.append(ShownElement(.help, Accessibility(.note, helpTitle))) }
    return elements
  }
}

extension Screen {
  /// The buttons of the keyboard.
  var keyboardElements: [ShownElement] {
    keyboard?.buttons.map { ShownElement(.key($0.key), $0.element, isEnabled: $0.isEnabled) } ?? []
  }
}

extension Screen.Row {
  /// The parts of the row that can be operated apart from it, then the row.
  var elements: [ShownElement] {
    var elements = cells.flatMap(\.elements)
    if let control, let element = controlElement {
      elements.append(ShownElement(.control(.id(id)), element, isEnabled: control.isEnabled))
    }
    if let button, let element = buttonElement {
      elements.append(ShownElement(.accessory(.id(id)), element, isEnabled: button.isEnabled))
    }
    elements.append(ShownElement(.row(.id(id)), element, isEnabled: isEnabled))
    return elements
  }
}
