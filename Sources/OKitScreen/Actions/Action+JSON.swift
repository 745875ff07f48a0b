/// Actions as JSON data, in the form that `docs/controllers.md` describes. A text stands for an action on the screen as
/// a whole (`"back"`), an object for an action on an element (`{"tap": "cell:3"}`).
extension Action {
  /// The action as JSON data; `Action(json:)` reads it.
  ///
  /// A value that JSON cannot express, such as an entity or NaN, is null.
  public var jsonValue: JSONValue {
    switch self {
    case .back, .close, .menu, .refresh, .key: JSONValue(Self.words.first { $0.action == self }?.word)
    case .search(let text): ["search": .string(text)]
    case .filter(let scope): ["filter": .int(scope)]
    case .tapTitle: ["tap": Self.text(.title)]
    case .tapTab(let index): ["tap": Self.text(.tab(index))]
    case .tapIndex(let title): ["tap": Self.text(.index(title))]
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

  private static func text(_ id: ElementID) -> JSONValue { .string(id.description) }

  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json` for anything that is not exactly an action: with the place in the data, what is accepted
  ///   there, and the nearest name.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try ActionReader.read(json)
  }
}

extension Action.Edit {
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
