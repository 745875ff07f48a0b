/// The identifier of a button in a bar: `right:edit` for a built-in button, `left:0` for a script's own.
package struct BarButtonID: Sendable, Hashable, LosslessStringConvertible {
  package enum Bar: String, Sendable, Hashable, CaseIterable { case left, right, toolbar }

  /// The identity of a button within its bar.
  package enum Key: Sendable, Hashable {
    /// A built-in button. Edit and Done are the same button.
    case builtIn(BarButton.Role)
    /// A script's button, by its index among those that the script gives.
    case own(Int)
  }

  package let bar: Bar
  package let key: Key

  package init(_ bar: Bar, _ key: Key) { (self.bar, self.key) = (bar, key) }

  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let bar = Bar(rawValue: parts[0]) else { return nil }
    if let role = BarButton.Role(rawValue: parts[1]) {
      self.init(bar, .builtIn(role))
    } else if let index = Int(parts[1]), index >= 0 {
      self.init(bar, .own(index))
    } else {
      return nil
    }
    guard description == text else { return nil }
  }

  package var description: String {
    switch key {
    case .builtIn(let role): "\(bar.rawValue):\(role.rawValue)"
    case .own(let index): "\(bar.rawValue):\(index)"
    }
  }

  /// Returns the identifiers of the buttons of a bar, in their order.
  package static func all(_ buttons: [BarButton], in bar: Bar) -> [BarButtonID] {
    var count = 0
    return buttons.map { button in
      if let role = button.role { return BarButtonID(bar, .builtIn(role == .done ? .edit : role)) }
      defer { count += 1 }
      return BarButtonID(bar, .own(count))
    }
  }
}

extension Screen {
  package func buttons(of bar: BarButtonID.Bar) -> [BarButton] {
    switch bar {
    case .left: left
    case .right: right
    case .toolbar: toolbar
    }
  }

  /// Returns the button with that identifier; nil when the screen has none.
  package func button(_ id: BarButtonID) -> BarButton? {
    let buttons = buttons(of: id.bar)
    return BarButtonID.all(buttons, in: id.bar).firstIndex(of: id).map { buttons[$0] }
  }

  /// All buttons of the bars with their identifiers.
  package var barButtons: [(id: BarButtonID, button: BarButton)] {
    BarButtonID.Bar.allCases.flatMap { bar in
      zip(BarButtonID.all(buttons(of: bar), in: bar), buttons(of: bar)).map { (id: $0, button: $1) }
    }
  }
}
