/// One thing that a person does to a screen. Whether it is possible decides the runtime that receives it.
public enum Action: Sendable, Hashable {
  case tapBarButton(BarPlace)
  case tapTitle
  case back
  /// Closes a modally presented controller.
  case close
  /// Opens the slide-in menu, or closes it.
  case menu
  case refresh
  case search(String)
  /// Chooses a scope of the search bar.
  case filter(scope: Int)

  case tapRow(RowTarget)
  /// Taps the accessory, or the button in its place.
  case tapAccessory(RowTarget)
  /// A full swipe, which runs the first action of that edge.
  case swipe(RowTarget, Edge)
  case delete(RowTarget)
  case more(RowTarget)
  case quick(RowTarget)
  /// Drags a row to a place within its section.
  case move(RowTarget, to: Int)
  /// Marks a row in a multiple selection, or takes the mark away.
  case select(RowTarget, Bool)
  /// Operates the row's control.
  case edit(RowTarget, Edit)

  /// Types into a field of the alert, by its index.
  case typeInAlert(field: Int, text: String)
  /// Taps a button of the alert, or of the sheet when there is no alert, by its index.
  case answer(Int)

  /// Which row is meant: by what it shows, or by its place among the rows of the screen.
  public enum RowTarget: Sendable, Hashable {
    case id(RowID)
    case path(RowPath)
  }

  public enum Edge: String, Sendable, Hashable, CaseIterable { case leading, trailing }

  /// A bar and the index of a button in it.
  public struct BarPlace: Sendable, Hashable {
    public enum Bar: String, Sendable, Hashable, CaseIterable { case left, right, toolbar }

    public var bar: Bar
    public var index: Int

    public init(_ bar: Bar, _ index: Int) {
      self.bar = bar
      self.index = index
    }
  }

  public enum Edit: Sendable, Hashable {
    /// Types a text in place of the one that is there.
    case text(String)
    /// Sets a switch, a slider, a stepper or a date.
    case value(Value)
    /// Chooses a segment or a picker's option.
    case option(Int)
    /// Presses a stepper that many times, downwards when negative.
    case steps(Int)
  }
}

extension Screen {
  /// Where a target is on this screen, nil when it is not. O(rows) for an id.
  public func path(of target: Action.RowTarget) -> RowPath? {
    switch target {
    case .path(let path): self[path] == nil ? nil : path
    case .id(let id): rowPaths.first { self[$0]?.id == id }
    }
  }

  public func button(at place: Action.BarPlace) -> BarButton? {
    let buttons = buttons(of: place.bar)
    return buttons.indices.contains(place.index) ? buttons[place.index] : nil
  }

  public func buttons(of bar: Action.BarPlace.Bar) -> [BarButton] {
    switch bar {
    case .left: left
    case .right: right
    case .toolbar: toolbar
    }
  }
}
