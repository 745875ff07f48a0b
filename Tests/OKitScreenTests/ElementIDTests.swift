import OKitScreen
import Testing

@Suite struct ElementIDTests {
  @Test(arguments: [
    ("entity:12.1", ElementID.row(.id(.entity(EntityID(index: 12, generation: 1))))),
    ("cell:3", .row(.id(.cell(3)))),
    ("row:0/2", .row(.path(RowPath(section: 0, row: 2)))),
    ("entity:12.1/accessory", .accessory(.id(.entity(EntityID(index: 12, generation: 1))))),
    ("cell:3/control", .control(.id(.cell(3)))),
    ("row:1/0/control", .control(.path(RowPath(section: 1, row: 0)))),
    ("right:edit", .barButton(BarButtonID(.right, .builtIn(.edit)))),
    ("toolbar:0", .barButton(BarButtonID(.toolbar, .own(0)))),
    ("cell:12.1.3", .row(.id(.gridCell(EntityID(index: 12, generation: 1), column: 3)))),
    ("cell:12.1.3/control", .control(.id(.gridCell(EntityID(index: 12, generation: 1), column: 3)))),
    ("entity:12.1:2", .row(.id(.element(EntityID(index: 12, generation: 1), section: 2)))),
    ("add:2", .row(.id(.add(section: 2)))),
    ("add:0/control", .control(.id(.add(section: 0)))),
    ("column:2", .column(2)),
    ("index:Z", .index("Z")), ("index:#", .index("#")),
    ("title", .title), ("view:0", .view(0)), ("search", .search), ("help", .help),
    ("dialog:4/action:0", .dialogPart(DialogPartID(DialogID(4), .action, 0))),
    ("dialog:4/field:1", .dialogPart(DialogPartID(DialogID(4), .field, 1))),
  ])
  func textAndBack(text: String, id: ElementID) {
    #expect(ElementID(text) == id)
    #expect(id.description == text)
  }

  /// One element has one text: numbers as they are written, nothing before or after.
  @Test(arguments: [
    "", ":", "entity", "entity:", "entity:1", "entity:01.1", "entity:+1.1", "entity:1.1.1", "entity:4294967296.1",
    "entity:-1.1", " cell:1", "cell:1 ", "cell:", "cell:+1", "cell:1.1", "cell:1.1.-1", "cell:1.1.01", "cell:1.1.1.1",
    "entity:12.1:", "entity:12.1:-1", "entity:12.1:01", "entity:12.1:2:3", "cell:3:2", "add", "add:", "add:-1",
    "add:01", "add:1.1", "column", "column:-1", "column:01",
    "cell:1/", "cell:1/controls", "row:0", "row:0/",
    "row:-1/0",
    "row:00/0", "left", "left:", "left:-1", "left:sort", "middle:0", "right:Edit", "Title", "title/control", "view",
    "view:", "view:-1", "view:01", "Help", "search:1", "index:",
    "dialog:4", "dialog:4/action", "dialog:4/action:-1", "dialog:04/action:0", "dialog:4/button:0",
  ])
  func anythingElseIsNoIdentifier(text: String) {
    #expect(ElementID(text) == nil)
  }

  @Test func buttonsKeepTheirIdentifiers() {
    var screen = ScreenSamples.example
    screen.right = [BarButton(.add, title: "Add"), BarButton(.edit, title: "Edit"), BarButton(title: "Sort")]
    #expect(screen.barButtons.map(\.id.description) == ["left:0", "right:add", "right:edit", "right:0"])
    // In edit mode, without Add, in German.
    screen.right = [BarButton(.done, title: "Fertig"), BarButton(title: "Sort")]
    #expect(screen.barButtons.map(\.id.description) == ["left:0", "right:edit", "right:0"])
    #expect(screen.button(BarButtonID(.right, .builtIn(.edit)))?.title == "Fertig")
    #expect(screen.button(BarButtonID(.right, .builtIn(.add))) == nil)
  }
}
