/// Reads actions from JSON data, strictly: each mistake is an error.
struct ActionReader {
  private typealias Verb = ScreenAction.Verb

  private let members: [String: JSONValue]

  static func read(_ json: JSONValue) throws(Diagnostic) -> ScreenAction {
    switch json {
    case .string(let text):
      if let word = ScreenAction.words.first(where: { $0.word == text }) { return word.action }
      guard Verb(rawValue: text) != nil else { throw unknown([text]) }
      throw wrong("", "\"\(text)\" needs a value, such as {\"\(text)\": …}")
    case .object(let members):
      let reader = ActionReader(members: members)
      return try reader.verb().action(reader)
    default:
      throw wrong(
        "", "an action must be a string such as \"back\" or an object such as {\"tap\": …}, not \(name(of: json))")
    }
  }

  /// Returns the action in an envelope, and the screen that it is meant for; an action without one as it is.
  static func envelope(_ json: JSONValue) throws(Diagnostic) -> (action: JSONValue, instance: Int?) {
    guard case .object(let members) = json, let action = members[envelopeKeys[0]] else { return (json, nil) }
    for key in members.keys.sorted() where !envelopeKeys.contains(key) {
      throw wrong(
        "/\(key)", "unknown key beside \"action\"; expected \"instance\"",
        hint: NearestName.hint(for: key, in: envelopeKeys))
    }
    let reader = ActionReader(members: members)
    return (action, members["instance"] ?? .null == .null ? nil : try reader.number("instance"))
  }

  private static let envelopeKeys = ["action", "instance"]

  // MARK: Verbs

  private func verb() throws(Diagnostic) -> Verb {
    let names = Verb.names.filter { members[$0] != nil }
    guard let name = names.first else { throw Self.unknown(members.keys.sorted()) }
    if names.count > 1 {
      let names = names.map { "\"\($0)\"" }.joined(separator: " and ")
      throw Self.wrong("", "\(names) are different actions; an object is one action")
    }
    guard let verb = Verb(rawValue: name) else {
      throw Self.wrong("", "\"\(name)\" takes no value; write it as a string")
    }
    for key in members.keys.sorted() where key != verb.rawValue && !verb.keys.contains(key) {
      let accepted = verb.keys.isEmpty ? "nothing else" : Self.list(verb.keys)
      throw Self.wrong(
        "/\(key)", "unknown key beside \"\(verb.rawValue)\"; expected \(accepted)",
        hint: NearestName.hint(for: key, in: verb.keys))
    }
    return verb
  }

  func tap() throws(Diagnostic) -> ScreenAction {
    let id = try element("tap")
    if let action = ScreenAction(tapping: id) { return action }
    throw Self.wrong(
      "/tap",
      """
      "\(id)" cannot be tapped; expected a row, an accessory, a button, a view, a tab, a column, a title of the \
      index, the title, the help, the cover, a key or an action
      """
    )
  }

  func edit() throws(Diagnostic) -> ScreenAction {
    let id = try element("edit")
    let given = Verb.edit.keys.filter { members[$0] != nil }
    guard given.count == 1 else {
      let what = given.isEmpty ? "needs one of" : "takes only one of"
      throw Self.wrong("", "\"edit\" \(what) \(Self.list(Verb.edit.keys))")
    }
    switch id {
    case .control(let row): return .edit(row, try edit(given[0]))
    case .dialogPart(let part) where part.kind == .field:
      guard given[0] == "text" else { throw Self.wrong("/\(given[0])", "a field of a dialog takes only \"text\"") }
      return .typeInAlert(part.dialog, field: part.index, text: try text("text"))
    default: throw Self.wrong("/edit", "\"\(id)\" cannot be edited; expected a control or a field of a dialog")
    }
  }

  private func edit(_ key: String) throws(Diagnostic) -> ScreenAction.Edit {
    switch key {
    case "text": return .text(try text(key))
    case "option": return .option(try integer(key))
    case "steps": return .steps(try integer(key))
    case "date":
      let text = try text(key)
      if let day = DayValue(text) { return .value(.day(day)) }
      // To the millisecond, as it is written.
      guard let date = ISO8601.parse(text).flatMap(ISO8601.text).flatMap(ISO8601.parse) else {
        throw Self.wrong("/date", "\"\(text)\" is not a date; use 2020-01-31 or 2020-01-31T12:00:00Z")
      }
      return .value(.date(date))
    default:
      switch members[key] {
      case .bool(let flag): return .value(.bool(flag))
      case .int(let number): return .value(.int(number))
      case .double(let number) where number.isFinite: return .value(.double(number))
      case .string(let text): return .value(.string(text))
      case .null: return .value(.null)
      case let other:
        throw Self.wrong("/value", "expected true, false, a number, a string or null, got \(Self.name(of: other))")
      }
    }
  }

  // MARK: Members

  private func element(_ key: String) throws(Diagnostic) -> ElementID {
    let text = try text(key)
    if let id = ElementID(text) { return id }
    let prefix = String(text.prefix { $0 != ":" && $0 != "/" })
    throw Self.wrong(
      "/\(key)", "\"\(text)\" is not an identifier; expected \(ElementID.forms)",
      hint: ElementID.prefixes.contains(prefix) ? nil : NearestName.hint(for: prefix, in: ElementID.prefixes))
  }

  func row(_ key: String) throws(Diagnostic) -> ScreenAction.RowTarget {
    let id = try element(key)
    guard case .row(let row) = id else {
      throw Self.wrong("/\(key)", "\"\(id)\" is not a row; expected \(ElementID.rowForms) or row:N/N")
    }
    return row
  }

  func edge() throws(Diagnostic) -> Action.Edge {
    let name = try text("edge")
    guard let edge = Action.Edge(rawValue: name) else {
      let names = Action.Edge.allCases.map(\.rawValue)
      throw Self.wrong(
        "/edge", "unknown edge \"\(name)\"; expected \(Self.list(names))", hint: NearestName.hint(for: name, in: names))
    }
    return edge
  }

  func text(_ key: String) throws(Diagnostic) -> String {
    guard case .string(let text)? = members[key] else { throw mismatch(key, "a string") }
    return text
  }

  func flag(_ key: String) throws(Diagnostic) -> Bool {
    guard case .bool(let flag)? = members[key] else { throw mismatch(key, "true or false") }
    return flag
  }

  private func integer(_ key: String) throws(Diagnostic) -> Int {
    guard case .int(let number)? = members[key] else { throw mismatch(key, "a whole number") }
    return number
  }

  func number(_ key: String) throws(Diagnostic) -> Int {
    guard case .int(let number)? = members[key], number >= 0 else { throw mismatch(key, "a whole number from 0") }
    return number
  }

  // MARK: Errors

  private func mismatch(_ key: String, _ expected: String) -> Diagnostic {
    Self.wrong("/\(key)", "expected \(expected), got \(Self.name(of: members[key]))")
  }

  private static func unknown(_ names: [String]) -> Diagnostic {
    let hints = names.lazy.compactMap { NearestName.hint(for: $0, in: Verb.names) }
    let given = names.isEmpty ? "an empty object" : names.map { "\"\($0)\"" }.joined(separator: ", ")
    return wrong("", "\(given) is not an action; expected \(list(Verb.names))", hint: hints.first)
  }

  /// - Parameter path: a JSON pointer to the mistake; empty for the action as a whole.
  private static func wrong(_ path: String, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("action.json", path.isEmpty ? message : "\(path): \(message)", hint: hint)
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.map { "\"\($0)\"" }.joined() }
    return names.dropLast().map { "\"\($0)\"" }.joined(separator: ", ") + " or \"\(last)\""
  }

  private static func name(of value: JSONValue?) -> String {
    switch value {
    case nil: "nothing"
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .number(let text): text
    case .string(let text): "\"\(text)\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}
