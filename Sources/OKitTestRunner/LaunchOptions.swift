/// The options of `okit.launch`.
struct LaunchOptions {
  var now = LaunchOptions.start
  var locale = "en_US"
  var timeZone = "UTC"
  var seed: UInt64 = 1
  /// The folder that is the documents directory of the application; nil for one in memory.
  var documents: Documents?
  var fixture: AppliedData?
  var arguments: [String] = []
  var input: String?
  /// The answers to the requests of the application; nil for connections to servers.
  var endpoint: [(key: EndpointKey, answer: LuaValue)]?

  /// Whether no request leaves the process, and one without an answer fails like one without a connection, as in
  /// explorations.
  var failsUncovered = false

  enum Documents {
    case empty
    /// The copy of another folder.
    case copy(of: String)
  }

  /// Nil for a test that need not claim all changes.
  var exhaustive: Exhaustive?

  /// How the test must claim what its steps change.
  struct Exhaustive {
    var ignored: [ChangePattern] = []
    /// Whether what is missing is only reported.
    var isOnlyShown = false
  }

  /// 2020-01-01T00:00:00Z.
  static let start = DateValue(secondsSince2001: 599_529_600)

  static let declarations = [
    Declaration("now?", "okit.Date|string", "the time at which the clock starts (default `2020-01-01T00:00:00Z`)"),
    Declaration("locale?", "string", "the locale (default `en_US`)"),
    Declaration("timeZone?", "string", "the time zone (default `UTC`)"),
    Declaration(
      "seed?", "integer",
      "the seed for new ids, `math.random` and the order of `pairs`, which are the same in every run (default 1)"),
    Declaration(
      "documents?", "string|true",
      "a folder, whose copy is the documents directory; `true` for an empty one on disk (default: memory)"
    ),
    Declaration("fixture?", "table", "data for the default model, applied after the script has run"),
    Declaration("arguments?", "string[]", "the value of `okit.arguments` in the script"),
    Declaration(
      "endpoint?", "table<string, okit.Answer>|okit.EndpointStore",
      "answers to the requests of HTTP models and of `okit.fetch`: `[\"GET /shop.json\"] = …`"),
    Declaration("input?", "string", "the standard input of a program, which it reads with `okit.input:lines()`"),
    Declaration(
      "exhaustive?", "true|\"show\"|{ ignore: string[], show: boolean? }",
      "the test must claim everything that its steps change; `\"show\"` only reports what is missing"),
  ]

  init() {}

  /// - Throws: `lua.unknownMember` with the nearest name, `lua.argument` for values of the wrong type.
  init(_ call: borrowing LuaCall, _ index: Int, _ bridge: AppBridge, _ fixtures: FixtureCache) throws {
    self = try call.withMembers(index) { members in
      var options = LaunchOptions()
      try members.forEach(bridge.state) { name, value in
        guard let name = String(validating: name, as: UTF8.self) else {
          _ = try value.value()
          throw Diagnostic("lua.argument", "okit.launch: options need names, got a string")
        }
        if name == "fixture", value.isTable {
          options.fixture = try fixtures.data(of: &value, bridge) { try Self.fixture($0, bridge) }
        } else {
          try options.read(name, value.value(), bridge)
        }
      }
      return options
    } otherwise: {
      try LaunchOptions($0, bridge)
    }
  }

  private init(_ value: LuaValue, _ bridge: AppBridge) throws {
    guard case .table(let table) = value else {
      if value == .null { return }
      throw Diagnostic(
        "lua.argument", "okit.launch: options must be a table such as { locale = \"de_DE\" }, got \(value.typeName)")
    }
    guard table.array.isEmpty else {
      throw Diagnostic("lua.argument", "okit.launch: options need names, such as { now = … }")
    }
    for pair in table.pairs {
      guard case .string(let name) = pair.key else {
        throw Diagnostic("lua.argument", "okit.launch: options need names, got a \(pair.key.typeName)")
      }
      try read(name, pair.value, bridge)
    }
  }

  private mutating func read(_ name: String, _ value: LuaValue, _ bridge: AppBridge) throws {
    switch (name, value) {
    case ("now", .string(let text)):
      guard let date = ISO8601.parse(text) else {
        throw Diagnostic(
          "lua.argument", "okit.launch: \"\(text)\" is not a date", hint: "use 2020-01-31 or 2020-01-31T12:00:00Z")
      }
      now = date
    case ("now", .object(let object)):
      guard let date = bridge.dates.moment(object) else {
        throw Self.wrong(name, "a date or an ISO 8601 string", value)
      }
      now = date
    case ("locale", .string(let text)): locale = text
    case ("timeZone", .string(let text)): timeZone = text
    case ("seed", .int(let number)): seed = UInt64(bitPattern: Int64(number))
    case ("documents", .string(let folder)):
      guard !folder.isEmpty else {
        throw Diagnostic("lua.argument", "okit.launch: documents needs the name of a folder, got an empty string")
      }
      documents = .copy(of: folder)
    case ("documents", .bool(true)): documents = .empty
    case ("input", .string(let text)): input = text
    case ("exhaustive", .bool(let isOn)): exhaustive = isOn ? Exhaustive() : nil
    case ("exhaustive", .string("show")): exhaustive = Exhaustive(isOnlyShown: true)
    case ("exhaustive", .table(let table)): exhaustive = try Self.exhaustive(table)
    case ("endpoint", .table): endpoint = try TestEndpoint.answers(value)
    case ("fixture", .table): fixture = AppliedData(try Self.fixture(value, bridge))
    case ("arguments", .table(let table)) where table.pairs.isEmpty:
      arguments = try table.array.map { element in
        guard case .string(let text) = element else { throw Self.wrong(name, "a list of strings", element) }
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

  private static func fixture(_ value: LuaValue, _ bridge: AppBridge) throws -> JSONValue {
    let data = try bridge.jsonObject(value)
    guard case .object = data else {
      throw Diagnostic(
        "lua.argument", "okit.launch: fixture needs the names of properties, such as { films = … }; got a list")
    }
    return data
  }

  private static func exhaustive(_ table: LuaTable) throws -> Exhaustive {
    var exhaustive = Exhaustive()
    for pair in table.pairs {
      switch (pair.key, pair.value) {
      case (.string("ignore"), .table(let paths)) where paths.pairs.isEmpty:
        exhaustive.ignored = try paths.array.map { path in
          guard case .string(let path) = path, path.contains("/") || path.hasPrefix("screen") || path == "request"
          else {
            throw Diagnostic(
              "lua.argument", "okit.launch: ignore needs paths such as \"/log/*\" and \"screen.subtitle\"")
          }
          return ChangePattern(path)
        }
      case (.string("show"), .bool(let isOnlyShown)): exhaustive.isOnlyShown = isOnlyShown
      case (.string(let name), _) where name != "ignore" && name != "show":
        throw Diagnostic(
          "lua.unknownMember", "okit.launch: exhaustive has no such option \"\(name)\"",
          hint: NearestName.hint(for: name, in: ["ignore", "show"])
        ).about(name)
      default: throw wrong("exhaustive", expected["exhaustive"] ?? "", pair.key)
      }
    }
    guard table.array.isEmpty else { throw wrong("exhaustive", expected["exhaustive"] ?? "", .table(table)) }
    return exhaustive
  }

  /// The options as a script gives them, with the keys of the answers.
  var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "locale": .string(locale), "timeZone": .string(timeZone), "seed": .int(Int(truncatingIfNeeded: seed)),
    ]
    members["now"] = ISO8601.text(of: now).map(JSONValue.string)
    members["fixture"] = fixture?.value
    members["arguments"] = arguments.isEmpty ? nil : .array(arguments.map(JSONValue.string))
    members["input"] = input.map(JSONValue.string)
    members["endpoint"] = endpoint.map { .array($0.map { .string($0.key.text) }) }
    switch documents {
    case .empty: members["documents"] = true
    case .copy(let folder): members["documents"] = .string(folder)
    case nil: break
    }
    return .object(members)
  }

  /// The lines of the input; a line feed at its end begins no further line.
  var inputLines: [[UInt8]] {
    guard let input, !input.isEmpty else { return [] }
    let lines = Array(input.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    return lines.last == [] ? Array(lines.dropLast()) : lines
  }

  static let expected = [
    "now": "a date or an ISO 8601 string", "locale": "a string such as \"de_DE\"",
    "timeZone": "a string such as \"Europe/Berlin\"", "seed": "an integer",
    "documents": "the path of a folder, or true",
    "fixture": "a table with the data of the default model", "arguments": "a list of strings", "input": "a string",
    "exhaustive": "true, \"show\" or a table such as { ignore = { \"/log/*\" } }",
    "endpoint": "a table of answers such as { [\"GET /shop.json\"] = { … } }",
  ]

  private static func wrong(_ name: String, _ expected: String, _ value: LuaValue) -> Diagnostic {
    Diagnostic("lua.argument", "okit.launch: \(name) needs \(expected), got \(value.typeName)")
  }
}
