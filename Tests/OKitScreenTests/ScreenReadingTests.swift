import OKitEngine
import OKitScreen
import Testing

/// Screens from JSON.
@Suite struct ScreenReadingTests {
  private func screen() -> Screen {
    var row = Screen.Row(
      id: .entity(EntityID(index: 1, generation: 2)), text: "Dune", detail: "1965", image: "book", ribbon: "#ff0000",
      accessory: .disclosure, button: RowButton(title: "More", isEnabled: false, image: "more"), leading: ["Mark"],
      trailing: ["Delete"], isSelected: true, height: 44.5)
    row.textRuns = [TextRun("Du"), TextRun("ne")]
    row.isEnabled = false
    row.color = "#00ff00"
    row.leadingImage = "mark"
    var field = Screen.Row(
      id: .cell(3), text: "Price",
      control: Control(
        kind: .slider, value: .double(0.5), min: .int(0), max: .int(1), step: 0.1, placeholder: "0"))
    field.control?.error = "too high"
    field.control?.isFocused = true
    field.control?.color = "#0000ff"
    var screen = Screen(
      kind: .list, name: "books", prompt: "p", title: "Books", subtitle: "s", isEditing: true,
      left: [BarButton(title: "Back")], right: [BarButton(title: "Sell", enabled: false)],
      toolbar: [BarButton(title: "A"), BarButton(title: "B")],
      search: SearchBar(text: "d", scopes: ["All", "New"], scope: 1), index: ["A", "D"],
      sections: [Section(header: "h", footer: "f", rows: [row]), Section(rows: [field])],
      window: Window(total: 100, from: 10),
      alert: Alert(
        title: "New", message: "m",
        fields: [
          DialogField(name: "a", placeholder: "b", text: "c"), DialogField(name: "x", text: "y", isSecure: true),
        ],
        actions: [DialogAction(title: "OK"), DialogAction(title: "No", style: .destructive, isEnabled: false)]),
      sheet: Sheet(title: "t", actions: [DialogAction(title: "1", style: .cancel)]), theme: .dark, gestures: .refresh)
    screen.titleRuns = [TextRun("Books")]
    screen.titleView = ScreenView(.button, text: "Title", image: "down")
    screen.views = [ScreenView(.label, text: "x", runs: [TextRun("x")])]
    screen.tabs = [Tab(title: "One", image: "1", badge: "9", isSelected: true), Tab(title: "Two")]
    screen.help = [Callout(target: "title", text: "what it is", element: "title", label: "Books")]
    screen.menu = Screen(kind: .menu, name: "menu", title: "Menu")
    screen.stopped = "a limit"
    screen.right[0].style = .done
    screen.right[0].tintColor = "#123456"
    return screen
  }

  @Test func `the JSON of a screen that was read is the same`() throws {
    let screen = screen()
    let bytes = try screen.json()
    let read = try Screen(json: bytes)
    #expect(try String(decoding: read.json(), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    #expect(read.menu?.title == "Menu" && read.stopped == "a limit" && read.theme == .dark)
    #expect(read.sections[0].rows[0].text == "Dune")
    #expect(read.text() != "")
    var covered = Screen(kind: .grid, name: "grid")
    covered.cover = Cover(text: "locked", image: "lock")
    covered.columns = [GridColumn(index: 4, title: "Price", isSortable: true, order: .descending)]
    covered.columnWindow = Window(total: 9, from: 4)
    covered.hasRowHeaders = true
    #expect(try Screen(json: covered.json()).jsonValue == covered.jsonValue)
  }

  /// Each member with a wrong value is an error or does no harm.
  @Test(arguments: [
    JSONValue.int(.max), .int(.min), .string("x"), .array([.null]), .array([.array([])]), .object([:]), .bool(true),
    .double(1e300), .null,
  ])
  func `hostile members`(_ value: JSONValue) throws {
    func replacing(_ json: JSONValue, _ body: (JSONValue) -> Void) {
      guard case .object(let members) = json else { return }
      for (key, member) in members {
        var changed = members
        changed[key] = value
        body(.object(changed))
        replacing(member) { inner in
          changed[key] = inner
          body(.object(changed))
        }
        if case .array(let elements) = member, let first = elements.first {
          replacing(first) { inner in
            changed[key] = .array([inner])
            body(.object(changed))
          }
        }
      }
    }
    var count = 0
    replacing(screen().jsonValue) { json in
      count += 1
      do {
        let read = try Screen(json: json)
        _ = (read.text(width: 40), read.jsonValue)
      } catch { #expect(["json.value"].contains((error as? Diagnostic)?.code)) }
    }
    #expect(count > 100)
  }
}
