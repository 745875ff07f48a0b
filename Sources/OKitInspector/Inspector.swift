/// The developer's view of a live application: elements, models, the history, the log and a prompt.
///
/// It keeps nothing while no page has opened it, and changes the application only when a request asks for that.
package final class Inspector: LiveInspector {
  /// What an open page has been told.
  struct Page {
    var turn: Int
    var timeline: [Int]
    /// The number of the next line of the log.
    var line: Int
    /// The version of the recording.
    var recording: Int
  }

  let application: LuaApplication
  let prompt: any InspectorPrompt
  /// Makes tests; nil where nothing is recorded.
  package var recorder: (any InspectorRecorder)?
  var log = InspectorLog()
  private var pages: [InspectingPage: Page] = [:]

  package init(_ application: LuaApplication, prompt: any InspectorPrompt) {
    (self.application, self.prompt) = (application, prompt)
  }

  var runtime: AppRuntime { application.runtime }

  // MARK: Requests

  /// Answers a request with the members of its arguments.
  private typealias Handler = @Sendable (Inspector) -> (JSONMembers, InspectingPage) throws -> JSONValue

  private static let handlers: [String: (keys: [String], handle: Handler)] = [
    "open": ([], { inspector in { _, page in inspector.open(page) } }),
    "close": ([], { inspector in { _, page in inspector.closed(page) } }),
    "element": (["element"], { inspector in inspector.element }),
    "readers": (["path"], { inspector in inspector.readers }),
    "children": (["path", "from"], { inspector in inspector.children }),
    "set": (["path", "value"], { inspector in inspector.set }),
    "travel": (["to"], { inspector in inspector.travel }),
    "discard": ([], { inspector in inspector.discard }),
    "run": (["text"], { inspector in inspector.run }),
    "complete": (["text"], { inspector in inspector.complete }),
    "variant": (["theme", "locale"], { inspector in inspector.variant }),
    "record": (["on"], { inspector in inspector.record }),
    "expect": (["element"], { inspector in inspector.expect }),
    "exchange": (["line", "by"], { inspector in inspector.exchange }),
    "test": ([], { inspector in inspector.test }),
  ]

  package func answer(
    _ request: InspectorRequest, of page: InspectingPage, _ reply: @escaping (Result<JSONValue, Diagnostic>) -> Void
  ) {
    // The only one that takes its time.
    if request.name == "verify", pages[page] != nil { return verify(reply) }
    reply(Result { () throws(Diagnostic) in try answer(request, page) })
  }

  private func answer(_ request: InspectorRequest, _ page: InspectingPage) throws(Diagnostic) -> JSONValue {
    guard let (keys, handle) = Self.handlers[request.name] else {
      let names = (Self.handlers.keys + ["verify"]).sorted()
      throw Diagnostic(
        "live.message",
        "unknown request \"\(request.name.prefix(100))\"; expected one of \(names.joined(separator: ", "))",
        hint: NearestName.hint(for: request.name, in: names))
    }
    guard request.name == "open" || pages[page] != nil else {
      throw Diagnostic("live.message", "the Inspector of this page is closed", hint: "send \"open\" first")
    }
    let arguments: JSONMembers
    do {
      arguments = try JSONMembers(request.arguments, "the arguments of \"\(request.name)\"")
      try request.arguments.reject(membersBut: keys, of: "the arguments of \"\(request.name)\"")
    } catch { throw Diagnostic("live.message", error.message, hint: error.hint) }
    do { return try handle(self)(arguments, page) } catch {
      let cause = error.asDiagnostic
      guard cause.code == "json.value" else { throw runtime.store.secrets.masked(cause) }
      throw Diagnostic("live.message", cause.message, hint: cause.hint)
    }
  }

  // MARK: Pages

  package func isOpen(_ page: InspectingPage) -> Bool { pages[page] != nil }

  private func open(_ page: InspectingPage) -> JSONValue {
    if pages.isEmpty { log.begin(application) }
    pages[page] = Page(
      turn: runtime.evaluator.turn.number, timeline: timelineNumbers, line: log.end, recording: recorder?.version ?? 0)
    return [
      "turn": .int(runtime.evaluator.turn.number), "timeline": timeline, "log": .array(log.lines(from: 0)),
      "recording": recording, "variants": variants,
    ]
  }

  private func closed(_ page: InspectingPage) -> JSONValue {
    close(page)
    return .null
  }

  package func close(_ page: InspectingPage) {
    guard pages.removeValue(forKey: page) != nil else { return }
    if recorder?.window == page.window { recorder?.end() }
    runtime.endTravel()
    if pages.isEmpty { log.clear() }
  }

  package func news(for page: InspectingPage) -> [String: JSONValue] {
    guard var told = pages[page] else { return [:] }
    defer { pages[page] = told }
    var news: [String: JSONValue] = [:]
    let turn = runtime.evaluator.turn.number
    if turn != told.turn, !runtime.isPast {
      news["turn"] = .int(turn)
      news["ran"] = .array(ran(after: told.turn, page).map { .string($0.description) })
      told.turn = turn
    }
    if told.timeline != timelineNumbers {
      news["timeline"] = timeline
      told.timeline = timelineNumbers
    }
    if told.line != log.end {
      news["log"] = .array(log.lines(from: told.line))
      told.line = log.end
    }
    if let version = recorder?.version, told.recording != version {
      news["recording"] = recording
      told.recording = version
    }
    return news
  }

  // MARK: The application

  /// Adds a line that a script has logged. Does nothing while no page is open.
  package func log(_ entry: LogEntry) {
    guard !pages.isEmpty else { return }
    log.add(entry.level.rawValue, runtime.store.secrets.shown(entry.message), turn: runtime.evaluator.turn.number)
  }

  /// Adds a problem that the application has reported. Does nothing while no page is open.
  package func report(_ diagnostic: Diagnostic) {
    guard !pages.isEmpty else { return }
    log.add(runtime.store.secrets.masked(diagnostic), turn: runtime.evaluator.turn.number)
  }
}
