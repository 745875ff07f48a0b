/// The test that does what a trace has recorded.
///
/// The applications begin with the recorded models, clocks and answers of servers. An action that failed is expected to
/// fail, and the screen at the end is expected to be as it was, so that the test passes until the application changes.
package struct TraceTest {
  /// The first line of the file.
  package static let beginning = "-- Recorded by okit-run."

  private let trace: Trace
  /// Returns the path of a script as the test launches it.
  private let path: (String) -> String

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
  /// The actions that perform others, which the test performs itself.
  private let outer: Set<Int>
  private let done: [Int: TraceDone]
  private let answers: RecordedAnswers

  /// - Parameter path: Returns the path of a script as the test launches it.
  package init(_ trace: Trace, path: @escaping (String) -> String) {
    (self.trace, self.path) = (trace, path)
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
    answers = RecordedAnswers(done.values.sorted { $0.id < $1.id }.flatMap(\.requests))
  }

  /// The text of the test.
  package var text: String {
    var writer = self
    return writer.write()
  }

  private mutating func write() -> String {
    for record in trace.records {
      switch record {
      case .launch(let launch): add(launch)
      case .step(let step):
        if indentation == 1 { outermost = lines.count }
        add("\(names.values.min() ?? "app"):step(\(LuaText.quoted(step.name)), function()")
        indentation += 1
      case .stepEnd:
        indentation = max(1, indentation - 1)
        if indentation == 1 { outermost = nil }
        add("end)")
      case .action(let action): add(action)
      default: break
      }
    }
    while indentation > 1 {
      indentation -= 1
      add("end)")
    }
    for (name, screen) in shown.sorted(by: { $0.key < $1.key }) {
      guard let value = trace.screens[screen] else { continue }
      for statement in ScreenExpectation.statements(name, value) { add(statement) }
      // A test must not leave a dialog.
      if value["alert"] ?? .null != .null || value["sheet"] ?? .null != .null { add("\(name):terminate()") }
    }
    let name = trace.header.test?.name ?? "recorded"
    return "\(Self.beginning)\n" + answers.helper
      + "it(\(LuaText.quoted(name)), function()\n\(lines.joined(separator: "\n"))\nend)\n"
  }

  private mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: indentation) + line)
  }

  // MARK: Launches

  private mutating func add(_ launch: TraceLaunch) {
    if !relaunched.isEmpty {
      names[launch.app] = relaunched.removeFirst()
    } else {
      let name = names.isEmpty ? "app" : "app\(Set(names.values).count + 1)"
      names[launch.app] = name
      var statement = ["local \(name) = okit.launch(\(LuaText.quoted(path(launch.script))), {"]
      for (option, value) in options(of: launch).sorted(by: { $0.key < $1.key }) {
        statement.append("  \(option) = \(LuaText.literal(value)),")
      }
      if let endpoint = answers.lua { statement.append("  endpoint = \(endpoint),") }
      statement.append("})")
      // The whole test uses the application.
      lines.insert(contentsOf: statement.map { "  " + $0 }, at: outermost ?? lines.count)
    }
    let name = names[launch.app] ?? "app"
    clocks[name] = launch.clock
    shown[name] = launch.screen
  }

  private func options(of launch: TraceLaunch) -> [String: JSONValue] {
    guard case .object(var members) = launch.options else { return [:] }
    members["now"] = .string(launch.clock)
    if members["fixture"] == nil, members["documents"] != .bool(true), case .object(let models)? = launch.models,
      case .object(var model)? = models["default"]
    {
      // The root of a launched application has its own.
      model["id"] = nil
      members["fixture"] = .object(model)
      members["documents"] = nil
    }
    return members.filter { Self.launchOptions.contains($0.key) }
  }

  /// Those of `okit.launch` that a trace can have.
  private static let launchOptions: Set = [
    "arguments", "documents", "fixture", "input", "locale", "now", "seed", "timeZone",
  ]

  // MARK: Actions

  private mutating func add(_ action: TraceAction) {
    let name = names[action.app] ?? "app"
    let result = done[action.id]
    // What happened between two actions, a timer did.
    if let before = action.before, let last = shown[name], before != last, let seconds = seconds(name, action.clock) {
      add("\(name).clock:advance(\(seconds))")
    }
    clocks[name] = result?.clock ?? action.clock
    shown[name] = result?.after ?? shown[name]
    if case .call("relaunch", _) = action.what { relaunched.append(name) }
    guard !outer.contains(action.id) else { return }
    var line = name == "app" ? action.line : name + action.line.dropFirst("app".count)
    if line.isEmpty || !action.line.hasPrefix("app") {
      line = "-- \(action.what.text.replacing("\n", with: " "))"
    } else if result?.error != nil {
      line = "expect(function() \(line) end).to_fail()"
    }
    add(line)
    if case .string(let code)? = result?.diagnostics.last?["code"] {
      add("expect(\(name).diagnostics[#\(name).diagnostics].code).to_be \(LuaText.quoted(code))")
    }
  }

  /// The seconds from the moment of an application to a later one.
  private func seconds(_ name: String, _ moment: String) -> String? {
    guard let last = clocks[name].flatMap(ISO8601.parse), let now = ISO8601.parse(moment), now > last else {
      return nil
    }
    return Value.double(now.secondsSince2001 - last.secondsSince2001).scalarText
  }
}

/// What a test expects of a whole screen: its title and its rows.
package enum ScreenExpectation {
  /// - Parameters:
  ///   - name: The variable of the application.
  ///   - screen: As JSON.
  package static func statements(_ name: String, _ screen: JSONValue) -> [String] {
    let title = screen["title"] ?? .null
    var rows: [JSONValue] = []
    if case .array(let sections)? = screen["sections"] {
      for case .array(let part)? in sections.map({ $0["rows"] }) { rows += part.map { $0["text"] ?? .null } }
    }
    var statements = ["expect(\(name).screen.title).to_be(\(LuaText.literal(title)))"]
    if !rows.isEmpty, !rows.contains(.null) {
      statements.append("expect(\(name):rows()).to_equal \(LuaText.literal(.array(rows)))")
    }
    return statements
  }
}
