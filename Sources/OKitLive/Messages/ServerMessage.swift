/// A message from the server to a page.
package enum ServerMessage: Sendable, Hashable {
  case welcome(Welcome)
  /// A complete screen.
  case screen(revision: Int, LiveScreen)
  /// The changes from one screen to the next.
  case update(from: Int, to: Int, LiveChanges, Motion?)
  /// The answer to an action; to one of a script, without a number.
  case done(number: Int?, error: Diagnostic?)
  /// The application needs the passphrase of its models.
  case passphrase(isNew: Bool, error: Diagnostic?)
  case notice(Notice)
  /// The answer to a request of the Inspector.
  case inspected(number: Int, Result<JSONValue, Diagnostic>)
  /// What has happened, for an open Inspector.
  case inspection([String: JSONValue])
  /// The end, and for `Farewell.version` what was wrong.
  case bye(Farewell, error: Diagnostic? = nil)

  package struct Welcome: Sendable, Hashable {
    /// Names the process of the server.
    package var epoch: String
    package var window: String
    /// The number of the last action that was performed.
    package var performed: Int
    package var language: LiveLanguage
    /// The time zone of dates, such as `Europe/Berlin`.
    package var timeZone: String
    /// Whether the Inspector is available.
    package var canInspect = false

    package init(epoch: String, window: String, performed: Int, language: LiveLanguage, timeZone: String) {
      (self.epoch, self.window, self.performed) = (epoch, window, performed)
      (self.language, self.timeZone) = (language, timeZone)
    }
  }

  /// What a person should know, without an action to answer.
  package struct Notice: Sendable, Hashable {
    /// The result of a hot reload.
    package enum Reload: String, Sendable, Hashable { case done, failed }

    package var reload: Reload?
    package var diagnostics: [Diagnostic]
    package var log: [LogLine]

    package init(reload: Reload? = nil, diagnostics: [Diagnostic] = [], log: [LogLine] = []) {
      (self.reload, self.diagnostics, self.log) = (reload, diagnostics, log)
    }
  }

  /// A line that a script has logged.
  package struct LogLine: Sendable, Hashable {
    package var level: String
    package var message: String

    package init(level: String, message: String) { (self.level, self.message) = (level, message) }
  }

  /// Why the server ends a connection.
  package enum Farewell: String, Sendable, Hashable {
    /// The server ends.
    case stopped
    /// Another connection has taken over the window.
    case replaced
    /// The page has another version of the protocol, or has not begun with `hello`.
    case version = "protocol"
  }
}

extension ServerMessage {
  package var jsonValue: JSONValue {
    switch self {
    case .welcome(let welcome):
      return [
        "type": "welcome", "epoch": .string(welcome.epoch), "window": .string(welcome.window),
        "performed": .int(welcome.performed), "language": .string(welcome.language.name),
        "direction": welcome.language.isRightToLeft ? "rtl" : "ltr", "timeZone": .string(welcome.timeZone),
        "inspect": .bool(welcome.canInspect),
      ]
    case .screen(let revision, let screen):
      return ["type": "screen", "revision": .int(revision), "screen": screen.jsonValue]
    case .update(let from, let to, let changes, let motion):
      return [
        "type": "update", "from": .int(from), "to": .int(to), "changes": changes.jsonValue,
        "motion": motion.map { .string($0.rawValue) } ?? .null,
      ]
    case .done(let number, let error):
      var members: [String: JSONValue] = ["type": "done"]
      members["seq"] = number.map(JSONValue.int)
      members["error"] = error?.jsonValue
      return .object(members)
    case .passphrase(let isNew, let error):
      var members: [String: JSONValue] = ["type": "passphrase", "new": .bool(isNew)]
      members["error"] = error?.jsonValue
      return .object(members)
    case .notice(let notice): return notice.jsonValue
    case .inspected(let number, .success(let result)):
      return ["type": "inspected", "id": .int(number), "result": result]
    case .inspected(let number, .failure(let error)):
      return ["type": "inspected", "id": .int(number), "error": error.jsonValue]
    case .inspection(let members): return .object(members.merging(["type": "inspection"]) { own, _ in own })
    case .bye(let farewell, let error):
      var members: [String: JSONValue] = ["type": "bye", "reason": .string(farewell.rawValue)]
      members["error"] = error?.jsonValue
      return .object(members)
    }
  }
}

extension ServerMessage.Notice {
  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["type": "notice"]
    members["reload"] = (reload?.rawValue).map(JSONValue.string)
    if !diagnostics.isEmpty { members["diagnostics"] = .array(diagnostics.map(\.jsonValue)) }
    if !log.isEmpty {
      members["log"] = .array(log.map { ["level": .string($0.level), "message": .string($0.message)] })
    }
    return .object(members)
  }
}
