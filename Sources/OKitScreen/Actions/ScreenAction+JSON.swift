/// Actions as JSON data, in the form that `docs/controllers.md` describes. A text stands for an action on the screen as
/// a whole (`"back"`), an object for an action on an element (`{"tap": "cell:3"}`).
extension ScreenAction: JSONConvertible {
  /// The actions on the screen as a whole that JSON writes as a word.
  static let words: [(word: String, action: ScreenAction)] =
    [("back", .back), ("close", .close), ("menu", .menu), ("refresh", .refresh)]
    + Keyboard.Key.allCases.map { ($0.rawValue, .key($0)) }

  /// The actions that JSON writes as an object: the member that names the element or has the value.
  enum Verb: String, CaseIterable {
    case tap, swipe, delete, more, quick, move, select, edit, search, filter

    static let names = allCases.map(\.rawValue) + words.map(\.word)

    /// The members beside that of the verb.
    var keys: [String] {
      switch self {
      case .swipe: ["edge"]
      case .move: ["to"]
      case .select: ["on"]
      case .edit: ["text", "value", "date", "option", "steps"]
      default: []
      }
    }

    func action(_ reader: ActionReader) throws(Diagnostic) -> ScreenAction {
      switch self {
      case .tap: try reader.tap()
      case .swipe: .swipe(try reader.row("swipe"), try reader.edge())
      case .delete: .delete(try reader.row("delete"))
      case .more: .more(try reader.row("more"))
      case .quick: .quick(try reader.row("quick"))
      case .move: .move(try reader.row("move"), to: try reader.number("to"))
      case .select: .select(try reader.row("select"), try reader.flag("on"))
      case .edit: try reader.edit()
      case .search: .search(try reader.text("search"))
      case .filter: .filter(scope: try reader.number("filter"))
      }
    }
  }

  /// The action as JSON data; `ScreenAction(json:)` reads it.
  ///
  /// A value that JSON cannot express, such as an entity or NaN, is null.
  package var jsonValue: JSONValue {
    switch self {
    case .back, .close, .menu, .refresh, .key: JSONValue(Self.words.first { $0.action == self }?.word)
    case .search(let text): ["search": .string(text)]
    case .filter(let scope): ["filter": .int(scope)]
    case .tapTitle: ["tap": Self.text(.title)]
    case .tapTab(let index): ["tap": Self.text(.tab(index))]
    case .tapIndex(let title): ["tap": Self.text(.index(title))]
    case .tapColumn(let index): ["tap": Self.text(.column(index))]
    case .tapCover: ["tap": Self.text(.cover)]
    case .tapView(let number): ["tap": Self.text(.view(number))]
    case .tapHelp: ["tap": Self.text(.help)]
    case .tapBarButton(let button): ["tap": Self.text(.barButton(button))]
    case .tapRow(let row): ["tap": Self.text(.row(row))]
    case .tapAccessory(let row): ["tap": Self.text(.accessory(row))]
    case .answer(let dialog, let index): ["tap": Self.text(.dialogPart(DialogPartID(dialog, .action, index)))]
    case .swipe(let row, let edge): ["swipe": Self.text(.row(row)), "edge": .string(edge.rawValue)]
    case .delete(let row): ["delete": Self.text(.row(row))]
    case .more(let row): ["more": Self.text(.row(row))]
    case .quick(let row): ["quick": Self.text(.row(row))]
    case .move(let row, let place): ["move": Self.text(.row(row)), "to": .int(place)]
    case .select(let row, let isOn): ["select": Self.text(.row(row)), "on": .bool(isOn)]
    case .typeInAlert(let dialog, let field, let text):
      ["edit": Self.text(.dialogPart(DialogPartID(dialog, .field, field))), "text": .string(text)]
    case .edit(let row, let edit): .object(["edit": Self.text(.control(row)), edit.key: edit.jsonValue])
    }
  }

  package init(json: JSONValue) throws(Diagnostic) {
    self = try ActionReader.read(json)
  }

  private static func text(_ id: ElementID) -> JSONValue { .string(id.description) }
}

extension ScreenAction.Edit {
  /// The member of an action's JSON data that holds the edit.
  var key: String {
    switch self {
    case .text: "text"
    case .value(.date), .value(.day): "date"
    case .value: "value"
    case .option: "option"
    case .steps: "steps"
    }
  }

  var jsonValue: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .option(let index): .int(index)
    case .steps(let count): .int(count)
    case .value(.date(let date)): ISO8601.text(of: date).map(JSONValue.string) ?? .null
    case .value(.day(let day)): .string(day.text)
    case .value(.bool(let flag)): .bool(flag)
    case .value(.int(let number)): .int(number)
    case .value(.double(let number)) where number.isFinite: .double(number)
    case .value(.string(let text)): .string(text)
    case .value: .null
    }
  }
}
