import OKitEngine
import OKitTestSupport
import Testing

@Suite struct ActionJSONTests {
  @Test(arguments: [
    (#""back""#, ScreenAction.back), (#""close""#, .close), (#""menu""#, .menu), (#""refresh""#, .refresh),
    (#""previous""#, .key(.previous)), (#""next""#, .key(.next)), (#""done""#, .key(.done)),
    (#""cancel""#, .key(.cancel)), (#""submit""#, .key(.submit)),
    (#"{"search": "du"}"#, .search("du")), (#"{"filter": 1}"#, .filter(scope: 1)),
    (#"{"tap": "view:1"}"#, .tapView(1)), (#"{"tap": "help"}"#, .tapHelp), (#"{"tap": "title"}"#, .tapTitle),
    (#"{"tap": "index:Z"}"#, .tapIndex("Z")), (#"{"tap": "column:2"}"#, .tapColumn(2)),
    (#"{"tap": "cell:3"}"#, .tapRow(.id(.cell(3)))),
    (#"{"tap": "row:0/2"}"#, .tapRow(.path(RowPath(section: 0, row: 2)))),
    (#"{"tap": "cell:3/accessory"}"#, .tapAccessory(.id(.cell(3)))),
    (#"{"tap": "right:add"}"#, .tapBarButton(BarButtonID(.right, .builtIn(.add)))),
    (#"{"tap": "dialog:1/action:0"}"#, .answer(DialogID(1), 0)),
    (#"{"swipe": "cell:3", "edge": "leading"}"#, .swipe(.id(.cell(3)), .leading)),
    (#"{"delete": "cell:3"}"#, .delete(.id(.cell(3)))), (#"{"more": "cell:3"}"#, .more(.id(.cell(3)))),
    (#"{"quick": "cell:3"}"#, .quick(.id(.cell(3)))), (#"{"move": "cell:3", "to": 0}"#, .move(.id(.cell(3)), to: 0)),
    (#"{"select": "cell:3", "on": true}"#, .select(.id(.cell(3)), true)),
    (#"{"edit": "cell:3/control", "text": "x"}"#, .edit(.id(.cell(3)), .text("x"))),
    (#"{"edit": "cell:3/control", "value": 2.5}"#, .edit(.id(.cell(3)), .value(.double(2.5)))),
    (#"{"edit": "cell:3/control", "value": null}"#, .edit(.id(.cell(3)), .value(.null))),
    (
      #"{"edit": "cell:3/control", "date": "2020-01-31T12:00:00Z"}"#,
      .edit(.id(.cell(3)), .value(.date(DateValue(secondsSince1970: 1_580_472_000))))
    ),
    (#"{"edit": "cell:3/control", "option": 1}"#, .edit(.id(.cell(3)), .option(1))),
    (#"{"edit": "cell:3/control", "steps": -1}"#, .edit(.id(.cell(3)), .steps(-1))),
    (#"{"edit": "dialog:1/field:0", "text": "x"}"#, .typeInAlert(DialogID(1), field: 0, text: "x")),
  ])
  func jsonAndBack(json: String, action: ScreenAction) throws {
    let json = try JSONValue.parse(json: json)
    #expect(try ScreenAction(json: json) == action)
    #expect(action.jsonValue == json)
  }

  @Test(arguments: [
    ("true", "an action must be a string such as \"back\" or an object such as {\"tap\": …}, not true", nil),
    (#""bakc""#, "\"bakc\" is not an action; expected \(verbs)", "back"),
    (#""tap""#, "\"tap\" needs a value, such as {\"tap\": …}", nil),
    ("{}", "an empty object is not an action; expected \(verbs)", nil),
    (#"{"tpa": "title"}"#, "\"tpa\" is not an action; expected \(verbs)", "tap"),
    (#"{"tap": "title", "search": ""}"#, "\"tap\" and \"search\" are different actions; an object is one action", nil),
    (#"{"back": true}"#, "\"back\" takes no value; write it as a string", nil),
    (#"{"tap": "title", "to": 1}"#, "/to: unknown key beside \"tap\"; expected nothing else", nil),
    (#"{"swipe": "cell:1", "egde": "leading"}"#, "/egde: unknown key beside \"swipe\"; expected \"edge\"", "edge"),
    (
      #"{"swipe": "cell:1", "edge": "laeding"}"#,
      "/edge: unknown edge \"laeding\"; expected \"leading\" or \"trailing\"", "leading"
    ),
    (#"{"swipe": "cell:1"}"#, "/edge: expected a string, got nothing", nil),
    (#"{"tap": 3}"#, "/tap: expected a string, got 3", nil),
    (#"{"tap": "entty:1.1"}"#, "/tap: \"entty:1.1\" is not an identifier; expected \(forms)", "entity"),
    (#"{"tap": "cell:x"}"#, "/tap: \"cell:x\" is not an identifier; expected \(forms)", nil),
    (
      #"{"tap": "cell:1/control"}"#,
      """
      /tap: "cell:1/control" cannot be tapped; expected a row, an accessory, a button, a view, a tab, a column, a 
      """
        + "title of the index, the title, the help, the cover, a key or an action",
      nil
    ),
    (
      #"{"delete": "left:0"}"#,
      "/delete: \"left:0\" is not a row; expected entity:N.N, entity:N.N:N, cell:N, cell:N.N.N, add:N or row:N/N", nil
    ),
    (#"{"move": "cell:1", "to": -1}"#, "/to: expected a whole number from 0, got -1", nil),
    (#"{"move": "cell:1", "to": 1.5}"#, "/to: expected a whole number from 0, got 1.5", nil),
    (#"{"select": "cell:1", "on": "yes"}"#, "/on: expected true or false, got \"yes\"", nil),
    (#"{"edit": "cell:1/control"}"#, "\"edit\" needs one of \(edits)", nil),
    (#"{"edit": "cell:1/control", "text": "a", "steps": 1}"#, "\"edit\" takes only one of \(edits)", nil),
    (
      #"{"edit": "cell:1", "text": "a"}"#,
      "/edit: \"cell:1\" cannot be edited; expected a control or a field of a dialog", nil
    ),
    (#"{"edit": "dialog:1/field:0", "value": 1}"#, "/value: a field of a dialog takes only \"text\"", nil),
    (
      #"{"edit": "cell:1/control", "date": "tomorrow"}"#,
      "/date: \"tomorrow\" is not a date; use 2020-01-31 or 2020-01-31T12:00:00Z", nil
    ),
    (
      #"{"edit": "cell:1/control", "value": []}"#,
      "/value: expected true, false, a number, a string or null, got an array", nil
    ),
  ])
  func mistakes(json: String, message: String, nearest: String?) throws {
    let json = try JSONValue.parse(json: json)
    let error = try #require(throws: Diagnostic.self) { try ScreenAction(json: json) }
    #expect(error.code == "action.json")
    #expect(error.message == message)
    #expect(error.hint == nearest.map { "did you mean \"\($0)\"?" })
  }

  private static let verbs =
    """
    "tap", "swipe", "delete", "more", "quick", "move", "select", "edit", "search", "filter", "back", 
    """
    + "\"close\", \"menu\", \"refresh\", \"previous\", \"next\", \"done\", \"cancel\" or \"submit\""
  private static let edits = "\"text\", \"value\", \"date\", \"option\" or \"steps\""
  private static let forms =
    """
    entity:N.N, entity:N.N:N, cell:N, cell:N.N.N, add:N, row:N/N (with /accessory or /control), left:KEY, right:KEY, \
    toolbar:KEY, view:N, title, tab:N, column:N, 
    """
    + "index:TITLE, search, help, cover, key:NAME, dialog:N/action:N or dialog:N/field:N"

  @Test func whatJSONCannotSayIsNull() {
    #expect(ScreenAction.edit(.id(.cell(0)), .value(.double(.nan))).jsonValue["value"] == .null)
  }

  // MARK: At random

  @Test func randomActionsAreReadAsTheyAreWritten() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let action = Self.action(&random)
      let text = try action.jsonValue.json()
      #expect(try ScreenAction(json: JSONValue.parse(json: text)) == action, "seed \(seed): \(text)")
    }
  }

  private static func action(_ random: inout SplitMix64) -> ScreenAction {
    let row = row(&random)
    let number = Int.random(in: 0..<1000, using: &random)
    let dialog = DialogID(UInt32.random(in: 0 ... .max, using: &random))
    switch Int.random(in: 0..<19, using: &random) {
    case 0: return .back
    case 1: return .close
    case 2: return .menu
    case 3: return .refresh
    case 4: return .search(text(&random))
    case 5: return .filter(scope: number)
    case 6: return .tapTitle
    case 7: return .tapRow(row)
    case 8: return .tapAccessory(row)
    case 9: return .swipe(row, Bool.random(using: &random) ? .leading : .trailing)
    case 10: return .delete(row)
    case 11: return .more(row)
    case 12: return .quick(row)
    case 13: return .move(row, to: number)
    case 14: return .select(row, Bool.random(using: &random))
    case 15: return .typeInAlert(dialog, field: number, text: text(&random))
    case 16: return .answer(dialog, number)
    case 17: return .tapBarButton(button(&random))
    default: return .edit(row, edit(&random))
    }
  }

  private static func row(_ random: inout SplitMix64) -> ScreenAction.RowTarget {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      .id(
        .entity(
          EntityID(index: .random(in: 0 ... .max, using: &random), generation: .random(in: 0 ... .max, using: &random)))
      )
    case 1: .id(.cell(.random(in: 0...5000, using: &random)))
    default:
      .path(RowPath(section: .random(in: 0...99, using: &random), row: .random(in: 0 ... .max, using: &random)))
    }
  }

  private static func button(_ random: inout SplitMix64) -> BarButtonID {
    let bar = BarButtonID.Bar.allCases[Int.random(in: 0..<3, using: &random)]
    let role = BarButton.Role.allCases[Int.random(in: 0..<BarButton.Role.allCases.count, using: &random)]
    return BarButtonID(bar, Bool.random(using: &random) ? .builtIn(role) : .own(.random(in: 0..<9, using: &random)))
  }

  private static func edit(_ random: inout SplitMix64) -> ScreenAction.Edit {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .text(text(&random))
    case 1: .option(.random(in: -5...5, using: &random))
    case 2: .steps(.random(in: .min ... .max, using: &random))
    case 3: .value(.bool(.random(using: &random)))
    case 4: .value(.int(.random(in: .min ... .max, using: &random)))
    case 5: .value(.double(.random(in: -1e9...1e9, using: &random)))
    case 6: .value(.string(text(&random)))
    default:
      .value(.date(DateValue(secondsSince1970: Double(Int.random(in: -1_000_000_000...4_000_000_000, using: &random)))))
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let letters = ["a", "\"", "\\", "\n", "\u{0}", "é", "日", "👍🏽", " ", "/", ":"]
    return (0..<Int.random(in: 0..<8, using: &random)).map { _ in
      letters[Int.random(in: 0..<letters.count, using: &random)]
    }.joined()
  }
}
