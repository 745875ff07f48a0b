import OKitEngine
import OKitLua

/// The options of `okit.launch`.
struct LaunchOptions {
  var now = LaunchOptions.start
  var locale = "en_US"
  var timeZone = "UTC"
  var seed: UInt64 = 1
  /// A folder whose content the application finds in its documents directory.
  var documents: String?
  var fixture: JSONValue?
  var arguments: [String] = []

  /// 2020-01-01T00:00:00Z.
  static let start = DateValue(secondsSince2001: 599_529_600)

  static let declarations = [
    Declaration("now?", "okit.Date|string", "where the clock stands (default `2020-01-01T00:00:00Z`)"),
    Declaration("locale?", "string", "the locale (default `en_US`)"),
    Declaration("timeZone?", "string", "the time zone (default `UTC`)"),
    Declaration("seed?", "integer", "of new ids, so that they are the same in each run (default 1)"),
    Declaration("documents?", "string", "a folder whose content the application finds in its documents directory"),
    Declaration("fixture?", "table", "data for the default model, applied after the script has run"),
    Declaration("arguments?", "string[]", "`okit.arguments` for the script"),
  ]

  init() {}

  /// - Throws: `lua.unknownMember` with the nearest name, `lua.argument` for values of the wrong type.
  init(_ value: LuaValue, _ bridge: AppBridge) throws {
    guard case .table(let table) = value else {
      if value == .null { return }
      throw Diagnostic(
        "lua.argument", "okit.launch: options are a table such as { locale = \"de_DE\" }, got \(value.typeName)")
    }
    guard table.array.isEmpty else {
      throw Diagnostic("lua.argument", "okit.launch: options have names, such as { now = … }")
    }
    for pair in table.pairs {
      guard case .string(let name) = pair.key else {
        throw Diagnostic("lua.argument", "okit.launch: options have names, got a \(pair.key.typeName)")
      }
      try read(name, pair.value, bridge)
    }
  }

  private mutating func read(_ name: String, _ value: LuaValue, _ bridge: AppBridge) throws {
    switch (name, value) {
    case ("now", .string(let text)):
      guard let date = ISO8601.parse(text) else {
        throw Diagnostic(
          "lua.argument", "okit.launch: \"\(text)\" is no date", hint: "ISO 8601: 2020-01-31 or 2020-01-31T12:00:00Z")
      }
      now = date
    case ("now", .object(let object)):
      guard let date = bridge.dates.date(object) else { throw Self.wrong(name, "a date or an ISO 8601 text", value) }
      now = date
    case ("locale", .string(let text)): locale = text
    case ("timeZone", .string(let text)): timeZone = text
    case ("seed", .int(let number)): seed = UInt64(bitPattern: Int64(number))
    case ("documents", .string(let folder)): documents = folder
    case ("fixture", .table): fixture = try bridge.jsonObject(value)
    case ("arguments", .table(let table)) where table.pairs.isEmpty:
      arguments = try table.array.map { element in
        guard case .string(let text) = element else { throw Self.wrong(name, "a list of texts", element) }
        return text
      }
    default:
      guard let expected = Self.expected[name] else {
        throw Diagnostic(
          "lua.unknownMember", "okit.launch has no option \"\(name)\"",
          hint: NearestName.hint(for: name, in: Self.declarations.map(\.plainName))
        ).about(name)
      }
      throw Self.wrong(name, expected, value)
    }
  }

  static let expected = [
    "now": "a date or an ISO 8601 text", "locale": "a text such as \"de_DE\"",
    "timeZone": "a text such as \"Europe/Berlin\"", "seed": "a whole number", "documents": "the path of a folder",
    "fixture": "a table with the data of the default model", "arguments": "a list of texts",
  ]

  private static func wrong(_ name: String, _ expected: String, _ value: LuaValue) -> Diagnostic {
    Diagnostic("lua.argument", "okit.launch: \(name) needs \(expected), got \(value.typeName)")
  }
}
