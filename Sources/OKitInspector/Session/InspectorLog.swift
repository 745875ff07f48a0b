/// What scripts log and the application reports, with the turns, while an Inspector is open.
struct InspectorLog {
  private var lines: [JSONValue] = []
  /// The number of the first line that is kept.
  private var first = 0
  /// A script can log without an end.
  private static let limit = 1000

  /// The number of the next line.
  var end: Int { first + lines.count }

  /// Begins with what the application has logged before, of which nobody knows the turns.
  mutating func begin(_ application: LuaApplication) {
    let secrets = application.runtime.store.secrets
    for entry in application.runtime.log.suffix(Self.limit) {
      add(entry.level.rawValue, secrets.shown(entry.message), turn: nil)
    }
    for diagnostic in application.diagnostics.suffix(Self.limit) { add(secrets.masked(diagnostic), turn: nil) }
  }

  mutating func clear() {
    first = end
    lines = []
  }

  mutating func add(_ level: String, _ message: String, turn: Int?) {
    append(["level": .string(level), "message": .string(message)], turn)
  }

  mutating func add(_ diagnostic: Diagnostic, turn: Int?) {
    let level = diagnostic.severity == .error ? "error" : diagnostic.severity == .warning ? "warn" : "info"
    append(
      ["level": .string(level), "message": .string(diagnostic.message), "diagnostic": diagnostic.jsonValue], turn)
  }

  private mutating func append(_ members: [String: JSONValue], _ turn: Int?) {
    if lines.count == Self.limit {
      lines.removeFirst()
      first += 1
    }
    var members = members
    members["turn"] = turn.map(JSONValue.int)
    lines.append(.object(members))
  }

  /// Returns the lines from a number on, as far as they are kept.
  func lines(from number: Int) -> [JSONValue] { Array(lines.dropFirst(max(0, number - first))) }
}
