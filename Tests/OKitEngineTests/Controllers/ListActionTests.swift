import OKitTestSupport
import Testing

@testable import OKitEngine

/// The actions that a list accepts and rejects.
@Suite struct ListActionTests {
  let sample: ListSample
  let host: ClosureHost

  init() throws {
    sample = try ListSample()
    host = sample.services.host
    for (index, name) in ["Dune", "Emma", "Kim"].enumerated() { try sample.add(name, ["rank": .int(index)]) }
    let store = sample.store
    store.type(named: "Book")?.define(
      function: "mark",
      host.function { book, arguments in
        guard case .entity(let book) = book else { return .null }
        try store.set(book, "marked", arguments.first ?? .bool(true))
        return .null
      })
  }

  private func dialog() throws -> DialogRequest {
    guard let dialog = sample.services.dialogs.last else { throw Diagnostic("test.dialog", "no dialog was shown") }
    return dialog
  }

  private func answer(_ title: String, _ texts: [String] = []) throws {
    guard let button = try dialog().buttons.first(where: { $0.title == title }) else {
      throw Diagnostic("test.dialog", "there is no \"\(title)\"")
    }
    try button.tap(texts)
  }

  // MARK: Adding

  @Test func asksForTheName() throws {
    let list = try sample.list(["addName": "name"])
    #expect(list.screen().right.map(\.title) == ["Add", "Edit"])
    try list.tapBar("Add")
    let dialog = try dialog()
    #expect(dialog.style == .alert)
    #expect(dialog.title == "New Book")
    #expect(dialog.message == "Enter name for this Book")
    #expect(dialog.fields.map(\.placeholder) == ["Name"])
    #expect(dialog.buttons.map(\.title) == ["OK", "Cancel"])
    #expect(!dialog.buttons[0].isEnabled([""]))
    #expect(dialog.buttons[0].isEnabled(["x"]))
    try answer("Cancel")
    #expect(list.texts == ["Dune", "Emma", "Kim"])
    try answer("OK", ["It"])
    #expect(list.texts == ["It", "Dune", "Emma", "Kim"])
  }

  @Test func usesTheTypeNameAndAppends() throws {
    let list = try sample.list(["addName": "genre", "typeName": "Novel", "addAppend": "#true"])
    try list.tapBar("Add")
    #expect(try dialog().title == "New Novel")
    #expect(try dialog().message == "Enter genre for this Novel")
    try answer("OK", ["crime"])
    #expect(list.texts == ["Dune", "Emma", "Kim", ""])
    #expect(sample.store.get(sample.store.entities(sample.books)[3], "genre") == .string("crime"))
  }

  @Test func opensWhatWasAdded() throws {
    let list = try sample.list(["addNav": "#true"], cell: ["path": "name", "segue": "book"])
    try list.tapBar("Add")
    let new = sample.store.entities(sample.books)[0]
    #expect(sample.services.takeCalls() == [.go(to: "book", kind: .push, context: new, editing: true)])
  }

  struct Refusal: Sendable, CustomStringConvertible {
    var values: [String: String]
    var message: String
    var description: String { message }
  }

  @Test(arguments: [
    Refusal(
      values: ["contextPath": "books[0]", "dataPath": "authors"],
      message: "list1: dataPath: authors holds only references; new entities need a collection that owns them"),
    Refusal(
      values: ["dataPath": "books.@unionOfObjects.author"],
      message: "list1: dataPath: the value is not a collection, so no entity can be added"),
    Refusal(values: ["type": "Bok"], message: "list1.type: unknown entity class \"Bok\""),
    Refusal(values: ["type": "Author"], message: "an element of Shop.books needs a Book, got Author"),
  ])
  func refusesToAdd(_ example: Refusal) throws {
    let list = try sample.list(example.values.mapValues { .string($0) })
    #expect(Diagnostic.message { try list.tapBar("Add") } == example.message)
  }

  @Test func hidesAdd() throws {
    #expect(try sample.list(["add": "#false"]).screen().right.map(\.title) == ["Edit"])
  }

  // MARK: Deleting

  @Test func asksBeforeDeleting() throws {
    let list = try sample.list()
    try list.act("Emma") { .delete($0) }
    #expect(try dialog().title == "Confirm Deletion")
    #expect(try dialog().message == "Do you really want to delete entry?")
    #expect(try dialog().buttons.map(\.title) == ["Yes", "No"])
    try answer("No")
    #expect(list.texts == ["Dune", "Emma", "Kim"])
    try answer("Yes")
    #expect(list.texts == ["Dune", "Kim"])
  }

  @Test func deletesAReferenceAndLeavesItsTarget() throws {
    try sample.addAuthors(["Jane", "Frank"])
    let book = try sample.book("Emma")
    try sample.store.set(book, "authors", .list([.string("jane"), .string("frank")]))
    let list = try sample.list(
      ["contextPath": "books[1]", "dataPath": "authors", "deletePrompt": "#false"], cell: ["path": "ref/name"])
    try list.act("Jane") { .delete($0) }
    #expect(list.texts == ["Frank"])
    #expect(sample.store.find("jane") != nil)
  }

  @Test func saysWhyADeletionIsForbidden() throws {
    try sample.addAuthors(["Jane"])
    try sample.store.set(try sample.book("Emma"), "others", .list([.string("jane")]))
    let list = try sample.list(["dataPath": "authors", "type": "Author"])
    try list.act("Jane") { .delete($0) }
    let id = sample.store.id(of: try sample.book("Emma")) ?? ""
    #expect(
      Diagnostic.message { try answer("Yes") } == "Author(jane) cannot be removed: Book(\(id)).others refers to it")
    #expect(list.texts == ["Jane"])
  }

  // MARK: Swipe actions

  @Test func offersSwipeActions() throws {
    try sample.store.set(try sample.book("Emma"), "marked", .bool(true))
    let list = try sample.list([
      "quickName": "#Mark", "quickEnabled": "!marked", "quickTap": "mark()", "more": "#true", "moreEnabled": "!marked",
      "deleteEnabled": "!marked", "editEnabled": "!marked",
    ])
    #expect(try list.row("Dune").leading == ["Mark"])
    #expect(try list.row("Dune").trailing == ["Delete", "More..."])
    #expect(try list.row("Emma").leading == [])
    #expect(try list.row("Emma").trailing == [])
    list.setEditing(true)
    #expect(try list.row("Dune").leading == [])
    #expect(try list.row("Dune").trailing == ["Delete", "More..."])
    list.setEditing(false)
    try list.act("Dune") { .swipe($0, .leading) }
    #expect(try sample.value("marked", of: "Dune") == .bool(true))
    #expect(Diagnostic.message { try list.act("Dune") { .quick($0) } } == "\"Dune\" has no quick action now")
    #expect(Diagnostic.message { try list.act("Dune") { .swipe($0, .trailing) } } == "\"Dune\" has no trailing action")
    try list.act("Kim") { .swipe($0, .trailing) }
    #expect(sample.services.takeCalls() == [.show(title: "Confirm Deletion")])
  }

  @Test func showsTheMoreSheet() throws {
    let list = try sample.list([
      "more": "#true", "delete": "#false", "moreActions": "#Rank,#Mark", "moreActionsEnabled": ",!marked",
      "moreActionsTap": ",mark()",
    ])
    try list.act("Dune") { .swipe($0, .trailing) }
    #expect(try dialog().style == .sheet)
    #expect(try dialog().title == "Dune")
    #expect(try dialog().message == "Select an action")
    #expect(try dialog().buttons.map(\.title) == ["Rank", "Mark", "Cancel"])
    try answer("Mark")
    #expect(try sample.value("marked", of: "Dune") == .bool(true))
    try list.act("Dune") { .more($0) }
    #expect(try dialog().buttons.map(\.title) == ["Rank", "Cancel"])
  }

  @Test func takesMoreActionsAsRecords() throws {
    let list = try sample.list([
      "more": "#true",
      "moreActions": [["name": "#Off", "enabled": "marked"], ["name": "name", "tap": "mark()"], "#JSONValue"],
    ])
    try list.act("Kim") { .more($0) }
    #expect(try dialog().buttons.map(\.title) == ["Kim", "JSONValue", "Cancel"])
    try answer("Kim")
    #expect(try sample.value("marked", of: "Kim") == .bool(true))
  }

  @Test func runsMoreTapInsteadOfTheSheet() throws {
    let list = try sample.list(["more": "#true", "moreTap": "mark()", "moreActions": "#A"])
    try list.act("Kim") { .more($0) }
    #expect(try sample.value("marked", of: "Kim") == .bool(true))
    #expect(sample.services.dialogs.isEmpty)
  }

  // MARK: Tapping

  @Test func runsTapAndFollowsTheSegue() throws {
    let list = try sample.list(
      ["tap": "mark()", "tapEdit": "name", "segue": ["to": "other", "kind": "present"], "navEnabled": "!rank"])
    #expect(try list.row("Dune").accessory == .disclosure)
    #expect(try list.row("Emma").accessory == .none)
    try list.act("Dune") { .tapRow($0) }
    try list.act("Emma") { .tapRow($0) }
    #expect(try sample.value("marked", of: "Emma") == .bool(true))
    let dune = try sample.book("Dune")
    #expect(sample.services.takeCalls() == [.go(to: "other", kind: .present, context: dune, editing: false)])
    list.setEditing(true)
    try list.act("Dune") { .tapRow($0) }
    #expect(sample.services.takeCalls() == [])
  }

  @Test func keepsTheRowSelectedWithoutAutoDeselect() throws {
    let list = try sample.list(["autoDeselect": "#false"])
    try list.act("Dune") { .tapRow($0) }
    #expect(try list.row("Dune").isSelected)
    try list.act("Kim") { .tapRow($0) }
    #expect(try !list.row("Dune").isSelected)
    #expect(try list.row("Kim").isSelected)
  }

  @Test func tapsAccessories() throws {
    let list = try sample.list(cell: ["path": "name", "accyText": "#Go", "accyShow": "!marked", "accyTap": "mark()"])
    #expect(try list.row("Dune").button == RowButton(title: "Go"))
    try list.act("Dune") { .tapAccessory($0) }
    #expect(try sample.value("marked", of: "Dune") == .bool(true))
    #expect(Diagnostic.message { try list.act("Dune") { .tapAccessory($0) } } == "\"Dune\" has no accessory")
    let plain = try sample.list(cell: ["path": "name", "segue": "book"])
    try plain.act("Kim") { .tapAccessory($0) }
    #expect(sample.services.takeCalls().count == 1)
  }

  // MARK: Editing

  @Test(arguments: ["marked", "mark()"])
  func marksRowsInEditMode(path: String) throws {
    let list = try sample.list(["selectPath": .string(path)])
    #expect(
      Diagnostic.message { try list.act("Dune") { .select($0, true) } } == "\"Dune\" can only be selected in edit mode")
    list.setEditing(true)
    try list.act("Dune") { .select($0, true) }
    try list.act("Emma") { .tapRow($0) }
    #expect(try list.row("Dune").isSelected)
    #expect(try list.row("Emma").isSelected)
    try list.act("Dune") { .select($0, false) }
    #expect(try !list.row("Dune").isSelected)
    #expect(try sample.value("marked", of: "Dune") == .bool(false))
    #expect(try sample.value("marked", of: "Emma") == .bool(true))
    list.setEditing(false)
    #expect(try !list.row("Emma").isSelected)
  }

  @Test func opensDateRowsInEditMode() throws {
    let cell = try sample.services.component(.dateCell, ["path": "name", "datePath": "date"])
    let list = try sample.list(["cell": .component(cell), "editAlways": "#true"])
    #expect(list.screen().right.map(\.title) == ["Add"])
    try list.act("Dune") { .tapRow($0) }
    #expect(try list.row("Dune").height == 216)
    let moment = DateValue(secondsSince2001: 86_400)
    try list.act("Dune") { .edit($0, .value(.date(moment))) }
    #expect(try sample.value("date", of: "Dune") == .date(moment))
    try list.act("Emma") { .tapRow($0) }
    #expect(try list.row("Dune").height == nil)
    try list.act("Emma") { .tapRow($0) }
    #expect(try list.row("Emma").height == nil)
  }

  @Test func editsOnlyEnabledRows() throws {
    let cell = try sample.services.component(.textCell, ["path": "name", "textPath": "name"])
    let list = try sample.list(["cell": .component(cell), "editEnabled": "rank"])
    #expect(
      Diagnostic.message { try list.act("Kim") { .edit($0, .text("x")) } }
        == "\"Kim\" can only be changed in edit mode")
    list.setEditing(true)
    try list.act("Kim") { .edit($0, .text("It")) }
    #expect(list.texts == ["Dune", "Emma", "It"])
    #expect(
      Diagnostic.message { try list.act("Dune") { .edit($0, .text("x")) } }
        == "\"Dune\" can only be changed in edit mode")
    #expect(
      Diagnostic.message { try list.act("Dune") { .select($0, true) } } == "\"Dune\" does not support editing")
  }

  // MARK: Moving

  @Test func movesRows() throws {
    let list = try sample.list(["reorder": "#true", "reorderEnabled": "rank"])
    #expect(try !list.row("Kim").isMovable)
    #expect(
      Diagnostic.message { try list.act("Kim") { .move($0, to: 0) } } == "\"Kim\" can only be moved in edit mode")
    list.setEditing(true)
    #expect(try list.row("Kim").isMovable)
    #expect(try !list.row("Dune").isMovable)
    try list.act("Kim") { .move($0, to: 0) }
    #expect(list.texts == ["Kim", "Dune", "Emma"])
    try list.act("Kim") { .move($0, to: 2) }
    #expect(list.texts == ["Dune", "Emma", "Kim"])
    #expect(Diagnostic.message { try list.act("Dune") { .move($0, to: 1) } } == "\"Dune\" cannot be moved")
    #expect(
      Diagnostic.message { try list.act("Kim") { .move($0, to: 3) } }
        == "\"Kim\" cannot be moved to place 3; its section has 3 rows")
    try list.act(.search("m"))
    #expect(
      Diagnostic.message { try list.act("Kim") { .move($0, to: 0) } }
        == "rows cannot be moved while the list is filtered")
  }

  @Test(arguments: [
    Refusal(values: [:], message: "list1 does not let its rows be moved"),
    Refusal(values: ["reorder": "#true", "group": "genre"], message: "rows of a grouped list cannot be moved"),
    Refusal(values: ["reorder": "#true", "rowSort": "name"], message: "list1 is sorted; its rows cannot be moved"),
  ])
  func refusesToMove(_ example: Refusal) throws {
    let list = try sample.list(example.values.mapValues { .string($0) })
    list.setEditing(true)
    #expect(Diagnostic.message { try list.act("Kim") { .move($0, to: 0) } } == example.message)
  }

  // MARK: What is not there

  @Test(
    arguments: [
      (["refresh": "#false"], ScreenAction.refresh, "list1 cannot be refreshed"),
      (["search": "#false"], .search("x"), "list1 has no search bar"),
      ([:], .filter(scope: 1), "list1 has no scopes to filter by"),
      (["searchFilters": "#a,#b"], .filter(scope: 3), "list1 has 3 scopes, not 4"),
      (["search": "#false", "searchFilters": "#a"], .filter(scope: 1), "list1 has no scopes to filter by"),
      (["delete": "#false"], .delete(.path(RowPath(section: 0, row: 0))), "\"Dune\" cannot be deleted"),
      (["deleteEnabled": "rank"], .delete(.path(RowPath(section: 0, row: 0))), "\"Dune\" cannot be deleted"),
      ([:], .more(.path(RowPath(section: 0, row: 0))), "\"Dune\" has no more actions now"),
      ([:], .quick(.path(RowPath(section: 0, row: 0))), "\"Dune\" has no quick action now"),
      ([:], .tapRow(.path(RowPath(section: 0, row: 9))), "list1 does not show that row"),
      ([:], .tapRow(.id(.cell(1))), "list1 does not show that row"),
      ([:], .tapAccessory(.path(RowPath(section: 0, row: 0))), "\"Dune\" has no accessory"),
      ([:], .edit(.path(RowPath(section: 0, row: 0)), .text("")), "\"Dune\" has no control"),
    ] as [([String: String], ScreenAction, String)])
  func saysWhatIsImpossible(values: [String: String], action: ScreenAction, message: String) throws {
    let list = try sample.list(values.mapValues { .string($0) })
    #expect(Diagnostic.message { try list.act(action) } == message)
  }

  @Test func doesNotKnowRowsThatAreFilteredAway() throws {
    let list = try sample.list()
    let kim = try list.row("Kim").id
    try list.act(.search("dune"))
    #expect(Diagnostic.message { try list.act(.tapRow(.id(kim))) } == "list1 does not show that row")
  }

  @Test func hidesRowsThatAreNotShown() throws {
    let list = try sample.list(cell: ["path": "name", "showDisplay": "rank"])
    #expect(list.texts == ["Emma", "Kim"])
  }

  // MARK: Functions that scripts override

  @Test func callsOverriddenFunctions() throws {
    let list = try sample.list(["quickName": "#Q", "quickTap": "mark()", "deletePrompt": "#false"])
    var calls: [String] = []
    for name in ["onAddTap", "onDelete", "onQuickTap", "onRowTap", "onRefresh"] {
      let body = host.function { receiver, arguments in
        calls.append("\(name) \(arguments.count)")
        return name == "onDelete" ? .null : try list.inheritedResults(named: name, arguments)[0]
      }
      list.definition.define(function: name, body)
    }
    try list.tapBar("Add")
    try list.act("Dune") { .delete($0) }
    try list.act("Dune") { .quick($0) }
    try list.act("Dune") { .tapRow($0) }
    try list.act(.refresh)
    #expect(calls == ["onAddTap 0", "onDelete 1", "onQuickTap 1", "onRowTap 1", "onRefresh 0"])
    #expect(list.texts == ["", "Dune", "Emma", "Kim"])
    #expect(try sample.value("marked", of: "Dune") == .bool(true))
  }

  @Test func refreshesWhatTheModelsDoNotKnow() throws {
    var names = ["Dune"]
    let store = sample.store
    let all = store.elements(sample.books)
    let data = host.function { _, _ in
      .list(
        all.filter {
          if case .entity(let book) = $0 { names.contains(store.get(book, "name").scalarText ?? "") } else { false }
        })
    }
    let list = try sample.list(["dataPath": .function(data)])
    #expect(list.texts == ["Dune"])
    names = ["Emma", "Kim"]
    #expect(list.texts == ["Dune"])
    try list.act(.refresh)
    #expect(list.texts == ["Emma", "Kim"])
  }

  @Test func letsRowForReplaceFields() throws {
    let list = try sample.list()
    list.definition.define(
      function: "rowFor",
      host.function { _, arguments in
        guard case .map(let built)? = try? list.inherited(.rowFor, arguments), built["text"] == .string("Kim") else {
          return .null
        }
        return .map(["text": .string("Kimball"), "detail": .int(7), "accessory": .string("detail"), "height": .int(60)])
      })
    #expect(list.texts == ["Dune", "Emma", "Kimball"])
    let row = try list.row("Kimball")
    #expect((row.detail, row.accessory, row.height) == ("7", .detail, 60))
  }

  @Test func namesTheNearestFunction() throws {
    let list = try sample.list()
    do {
      _ = try list.inheritedResults(named: "onDelet", [])
      Issue.record("nothing was thrown")
    } catch let diagnostic as Diagnostic {
      #expect(diagnostic.message == "ModelListTableController has no function \"onDelet\"")
      #expect(diagnostic.hint == "did you mean \"onDelete\"?")
    }
    #expect(
      Diagnostic.message { _ = try list.inherited(.onDelete, []) } == "onDelete needs an entity of the list, got nil")
  }
}
