/// The role, label and value of each kind of element.
extension BarButton {
  package var element: Accessibility {
    Accessibility(isLabel ? .text : .button, title, accessibility)
  }
}

extension ScreenView {
  package var element: Accessibility {
    if isButton { return Accessibility(.button, text.isEmpty ? image ?? "" : text, accessibility) }
    let isLink = !runs.isEmpty && runs.allSatisfy { $0.link != nil }
    return Accessibility(isLink ? .link : .text, text, accessibility)
  }
}

extension Screen.Row {
  /// The row is called by its text or, without one, by what its control or button shows.
  package var element: Accessibility {
    Accessibility(id.isGridCell ? .gridcell : .row, name, value: value, extras?.content.accessibility)
  }

  private var name: String {
    let names = [text, control?.placeholder, button?.title, view?.text, detail]
    return names.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? path ?? ""
  }

  private var value: String? {
    guard let control else { return detail }
    return control.shownValue ?? detail
  }

  /// The button at its end; nil without one.
  package var buttonElement: Accessibility? { button?.element }

  /// The control; nil without one. The texts of the cell are those of its control.
  package var controlElement: Accessibility? {
    control.map { Accessibility($0.kind.role, name, value: $0.shownValue, extras?.content.accessibility) }
  }
}

extension RowButton {
  var element: Accessibility { Accessibility(.button, title, accessibility?.content) }
}

extension Control {
  /// The value as a person sees it; nil for a secure one.
  fileprivate var shownValue: String? {
    if let text { return text }
    if case .bool(let isOn) = value { return isOn ? "on" : "off" }
    return value.scalarText
  }
}

extension GridColumn {
  package var element: Accessibility { Accessibility(.columnheader, title, value: order?.rawValue) }
}

extension Tab {
  package var element: Accessibility { Accessibility(.tab, title, value: badge) }
}

extension SearchBar {
  package var element: Accessibility { Accessibility(.searchbox, label, value: text) }
}

extension DialogField {
  package var element: Accessibility { Accessibility(.textbox, shownName, value: text) }
}

extension DialogAction {
  package var element: Accessibility { Accessibility(.button, title) }
}

extension Keyboard.Button {
  /// Without a title it is called by its image.
  package var element: Accessibility { Accessibility(.button, title.isEmpty ? image ?? "" : title) }
}

extension Alert {
  package var element: Accessibility { Accessibility(.alertdialog, title ?? message ?? "") }
}

extension Sheet {
  package var element: Accessibility { Accessibility(.dialog, title ?? message ?? "") }
}

extension Screen {
  /// The title: a heading, or a button where it can be tapped. A title view stands in its place.
  package var titleElement: Accessibility {
    if let titleView { return titleView.element }
    return Accessibility(gestures.contains(.titleTap) ? .button : .heading, title)
  }
}
