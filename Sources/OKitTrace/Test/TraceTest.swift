/// The test that does what a trace has recorded.
///
/// The applications begin with the recorded models, clocks and answers of servers. An action that failed is expected to
/// fail, and the screen at the end is expected to be as it was, so that the test passes until the application changes.
package struct TraceTest {
  /// The first line of the file.
  package static let beginning = "-- Recorded by okit-run."

  /// How a test finds what the trace names.
  package struct Surroundings {
    /// Returns the path of a script, or of a folder, as the test has it.
    package var path: (String) -> String = { $0 }
    /// Returns the folder with the documents of models with which an application begins, if one model is not all; nil
    /// to begin with the default model alone.
    package var documents: (_ models: [String: JSONValue]) throws -> String? = { _ in nil }
    /// Whether the test performs the actions alone: it expects nothing of the last screen, and no request may reach a
    /// server.
    package var isReplay = false
    /// The name of a test that a session becomes.
    package var name = "recorded"

    package init() {}
  }

  private let trace: Trace
  private let surroundings: Surroundings

  private var lines: [String] = []
  /// The number of lines before the outermost step that is open.
  private var outermost: Int?
  private var indentation = 1
  /// The variables of the applications, by number.
  private var names: [Int: String] = [:]
  /// The applications that start again, whose next launch needs no statement.
  private var relaunched: [String] = []
  /// The moments of the clocks, by variable.
  private var clocks: [String: String] = [:]
  /// The numbers of the screens that the applications show, by variable.
  private var shown: [String: Int] = [:]
  /// Whether nothing is expected since the last action.
  private var expectsMore = true
  /// The actions that perform others, which the test performs itself.
  private let outer: Set<Int>
  private let done: [Int: TraceDone]
  /// The numbers of the actions that the test does not perform: those that perform others, and what only a session can
  /// do.
  package var skipped: Set<Int> { outer.union(sessionActions.map(\.id)) }
  /// The number of actions that the test performs.
  package var actionCount: Int { trace.actions.count - skipped.count }
  /// What only a session can do.
  package var sessionActions: [TraceAction] { trace.actions.map(\.action).filter { !$0.isOfTests } }
  private let answers: RecordedAnswers

  package init(_ trace: Trace, _ surroundings: Surroundings = Surroundings()) {
    (self.trace, self.surroundings) = (trace, surroundings)
    var open: [Int] = []
    var outer: Set<Int> = []
    var done: [Int: TraceDone] = [:]
    for record in trace.records {
      switch record {
      case .action(let action):
        outer.formUnion(open)
        open.append(action.id)
      case .done(let content):
        open.removeAll { $0 == content.id }
        done[content.id] = content
      default: break
      }
    }
    (self.outer, self.done) = (outer, done)
    answers = RecordedAnswers(
      trace.launches.flatMap(\.requests) + done.values.sorted { $0.id < $1.id }.flatMap(\.requests))
  }

  /// Returns the text of the test.
  ///
  /// - Throws: What writing the documents of models throws.
  package func text() throws -> String {
    var writer = self
    return try writer.write()
  }

  private mutating func write() throws -> String {
    for record in trace.records {
      switch record {
      case .launch(let launch): try add(launch)
      case .step(let step):
        if indentation == 1 { outermost = lines.count }
        add("\(names.values.min() ?? "app"):step(\(LuaText.quoted(step.name)), function()")
        indentation += 1
      case .stepEnd:
        indentation = max(1, indentation - 1)
        if indentation == 1 { outermost = nil }
        add("end)")
      case .action(let action):
        add(action)
        expectsMore = true
      case .expect(let expectation):
        guard let line = expectation.line else { break }
        add(line)
        expectsMore = false
      default: break
      }
    }
    while indentation > 1 {
      indentation -= 1
      add("end)")
    }
    for (name, screen) in shown.sorted(by: { $0.key < $1.key }) where !surroundings.isReplay {
      guard let value = trace.screens[screen] else { continue }
      if expectsMore { for statement in ScreenExpectation.statements(name, value) { add(statement) } }
      // A test must not leave a dialog.
      if value["alert"] ?? .null != .null || value["sheet"] ?? .null != .null { add("\(name):terminate()") }
    }
    let name = trace.header.test?.name ?? surroundings.name
    return "\(Self.beginning)\n" + answers.helper
      + "it(\(LuaText.quoted(name)), function()\n\(lines.joined(separator: "\n"))\nend)\n"
  }

  private mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: indentation) + line)
  }

  // MARK: Launches

  private mutating func add(_ launch: TraceLaunch) throws {
    if !relaunched.isEmpty {
      names[launch.app] = relaunched.removeFirst()
    } else {
      let name = names.isEmpty ? "app" : "app\(Set(names.values).count + 1)"
      names[launch.app] = name
      var statement = ["local \(name) = okit.launch(\(LuaText.quoted(surroundings.path(launch.script))), {"]
      for (option, value) in try options(of: launch).sorted(by: { $0.key < $1.key }) {
        statement.append("  \(option) = \(LuaText.literal(value)),")
      }
      let isAnswered = launch.options["endpoint"] != nil
      statement += answers.lines(isNeeded: surroundings.isReplay && isAnswered).map { "  " + $0 }
      statement.append("})")
      // The whole test uses the application.
      lines.insert(contentsOf: statement.map { "  " + $0 }, at: outermost ?? lines.count)
    }
    let name = names[launch.app] ?? "app"
    if let reason = launch.missingModels {
      add("-- The models at the start are not in the trace: \(PrintableText.line(reason)).")
    }
    addProblem(launch.diagnostics, of: name)
    clocks[name] = launch.clock
    shown[name] = launch.screen
  }

  private func options(of launch: TraceLaunch) throws -> [String: JSONValue] {
    guard case .object(var members) = launch.options else { return [:] }
    members["now"] = .string(launch.clock)
    if case .string(let folder)? = members["documents"] {
      members["documents"] = .string(surroundings.path(folder))
    }
    if members["fixture"] == nil, members["documents"] != .bool(true), case .object(let models)? = launch.models {
      try add(models, of: launch, to: &members)
    }
    return members.filter { Self.launchOptions.contains($0.key) }
  }

  /// Lets an application begin with the recorded models: a copied folder of a test is the same as it was.
  private func add(_ models: [String: JSONValue], of launch: TraceLaunch, to members: inout [String: JSONValue]) throws
  {
    let isSession = trace.header.test == nil
    guard isSession || members["documents"] == nil else { return }
    if isSession, models.count > 1, let folder = try surroundings.documents(models) {
      members["documents"] = .string(surroundings.path(folder))
    } else if case .object(var model)? = models["default"] {
      // The root of a launched application has its own.
      model["id"] = nil
      members["fixture"] = .object(model)
      members["documents"] = nil
    }
  }

  /// Those of `okit.launch` that a trace can have.
  private static let launchOptions: Set = [
    "arguments", "documents", "exhaustive", "fixture", "input", "locale", "now", "seed", "timeZone",
  ]

  // MARK: Actions

  private mutating func add(_ action: TraceAction) {
    let name = names[action.app] ?? "app"
    let result = done[action.id]
    let window = action.window.map { Self.name(ofWindow: $0, of: name) } ?? name
    // What happened between two actions, a timer did.
    if let before = action.before, let last = shown[window], before != last, let seconds = seconds(name, action.clock) {
      add("\(name).clock:advance(\(seconds))")
    }
    clocks[name] = result?.clock ?? action.clock
    // What the other windows show now is in no screen of the trace.
    shown = shown.filter { $0.key == window || !($0.key == name || $0.key.hasPrefix("\(name)_")) }
    shown[window] = result?.after ?? shown[window]
    if case .call("relaunch", _) = action.what { relaunched.append(name) }
    guard !outer.contains(action.id) else { return }
    var line = window == "app" ? action.line : window + action.line.dropFirst("app".count)
    if case .call("window", let arguments) = action.what, case .int(let number)? = arguments.first, result?.error == nil
    {
      let opened = Self.name(ofWindow: number, of: name)
      // The whole test uses the window.
      if let outermost {
        lines.insert("  local \(opened)", at: outermost)
        self.outermost = outermost + 1
        line = "\(opened) = \(line)"
      } else {
        line = "local \(opened) = \(line)"
      }
    }
    if !action.isOfTests {
      line = "-- \(action.what.text.replacing("\n", with: " "))"
    } else if result?.error != nil {
      line = "expect(function() \(line) end).to_fail()"
    }
    add(line)
    addProblem(result?.diagnostics ?? [], of: name)
  }

  private static func name(ofWindow number: Int, of name: String) -> String { "\(name)_window\(number)" }

  /// A test has to look at what the application reports.
  private mutating func addProblem(_ diagnostics: [JSONValue], of name: String) {
    guard case .string(let code)? = diagnostics.last?["code"] else { return }
    add("expect(\(name).diagnostics[#\(name).diagnostics].code).to_be \(LuaText.quoted(code))")
  }

  /// The seconds from the moment of an application to a later one.
  private func seconds(_ name: String, _ moment: String) -> String? {
    guard let last = clocks[name].flatMap(ISO8601.parse), let now = ISO8601.parse(moment), now > last else {
      return nil
    }
    return Value.double(now.secondsSince2001 - last.secondsSince2001).scalarText
  }
}

extension TraceAction {
  /// Whether a test can perform it.
  fileprivate var isOfTests: Bool { line.hasPrefix("app") }
}

/// What a test expects of a whole screen: its title and its rows, or the number of many; of an open dialog its texts.
package enum ScreenExpectation {
  /// - Parameters:
  ///   - name: The variable of the application.
  ///   - screen: As JSON.
  package static func statements(_ name: String, _ screen: JSONValue) -> [String] {
    for kind in ["alert", "sheet"] {
      guard let dialog = screen[kind], dialog != .null else { continue }
      return ["title", "message"].compactMap { field in
        guard let text = dialog[field], text != .null else { return nil }
        return "expect(\(name).\(kind).\(field)).to_be(\(LuaText.literal(text)))"
      }
    }
    let title = screen["title"] ?? .null
    var rows: [JSONValue] = []
    if case .array(let sections)? = screen["sections"] {
      for case .array(let part)? in sections.map({ $0["rows"] }) { rows += part.compactMap { $0["text"] } }
      // As app:rows() returns them.
      rows.removeAll { $0 == .null }
    }
    var statements = ["expect(\(name).screen.title).to_be(\(LuaText.literal(title)))"]
    if case .int(let total)? = screen["total"] {
      statements.append("expect(\(name):rows()).to_have_count(\(total))")
    } else if !rows.isEmpty || screen["kind"] == "list" {
      statements.append("expect(\(name):rows()).to_equal \(LuaText.literal(.array(rows)))")
    }
    return statements
  }
}
