import OKitEngine

/// Screens that several tests look at.
enum ScreenSamples {
  /// The screen of the specification's example.
  static var example: Screen {
    Screen(
      kind: .list, name: "books", title: "Book Shop", subtitle: "2 Books",
      left: [BarButton(title: "Menu", enabled: true)],
      right: [BarButton(.add, title: "Add"), BarButton(.edit, title: "Edit")],
      search: SearchBar(),
      sections: [Section(header: "Today", rows: [dune])])
  }

  static var dune: Screen.Row {
    Screen.Row(
      id: .cell(1), text: "Dune", detail: "not marked", image: "book", accessory: .disclosure,
      button: RowButton(title: "Mark"), leading: ["Mark"], trailing: ["Delete", "More..."])
  }

  /// A list with what a list can show.
  static var list: Screen {
    var emma = dune
    (emma.id, emma.text, emma.detail, emma.ribbon) = (.cell(2), "Emma", "marked", "#ff3b30")
    emma.button?.isEnabled = false
    var ulysses = dune
    (ulysses.id, ulysses.text, ulysses.leading, ulysses.trailing) = (.cell(3), "Ulysses", [], ["Delete"])
    (ulysses.accessory, ulysses.isSelected, ulysses.isMovable) = (.checkmark, true, true)
    var screen = example
    screen.prompt = "Welcome"
    screen.search = SearchBar(text: "e", scopes: ["All", "Marked"], scope: 1)
    screen.sections[0].rows.append(emma)
    screen.sections.append(Section(header: "Yesterday", footer: "What you have read.", rows: [ulysses]))
    screen.toolbar = [BarButton(title: "Sort"), BarButton(title: "Share", enabled: false)]
    screen.index = ["D", "E", "U"]
    screen.gestures = [.refresh]
    return screen
  }

  /// A detail with one row for each kind of control.
  static func controls(enabled: Bool) -> Screen {
    let controls: [(String, Control)] = [
      ("Name", Control(kind: .text, value: .string("Dune"), placeholder: "Title")),
      ("Author", Control(kind: .text, value: .null, placeholder: "Name")),
      ("Password", Control(kind: .text, value: .string("sesame"), isSecure: true)),
      ("Marked", Control(kind: .switch, value: .bool(true))),
      (
        "Date",
        Control(
          kind: .date, value: .date(DateValue(secondsSince1970: 1_580_472_000)),
          min: .date(DateValue(secondsSince1970: 0)), mode: "dateAndTime")
      ),
      ("Comment", Control(kind: .multiline, value: .string("On sand.\nAnd spice."))),
      ("Status", Control(kind: .segment, value: .int(1), options: ["Open", "Closed"])),
      ("Genre", Control(kind: .picker, value: .int(0), options: ["Fantasy", "Western"])),
      ("Rating", Control(kind: .slider, value: .double(0.4), min: .int(0), max: .int(1))),
      ("Copies", Control(kind: .stepper, value: .int(3), min: .int(0), max: .int(100), step: 1)),
    ]
    let rows = controls.enumerated().map { key, entry in
      var control = entry.1
      control.isEnabled = enabled
      return Screen.Row(id: .cell(key), text: entry.0, control: control)
    }
    return Screen(
      kind: .detail, name: "book", title: "Dune", isEditing: enabled,
      left: [BarButton(title: "Book Shop")], right: [BarButton(title: enabled ? "Done" : "Edit")],
      sections: [Section(header: "General", rows: rows)])
  }
}
