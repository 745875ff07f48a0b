/// The checks of oracles that look at an application between two steps.
package struct OracleChecks {
  let session: AppSession

  package init(_ session: AppSession) { self.session = session }

  private var runtime: AppRuntime { session.runtime }
  /// Where the controller that is shown was defined.
  private var place: Diagnostic.Place? { session.driver.top?.definition.place }
  /// Whether the application shows its models.
  private var isVisible: Bool {
    session.process?.isRunning != false && !runtime.isCovered && !runtime.turns.isInTurn
  }

  // MARK: stale

  /// Compares the screen with one that is built from scratch.
  ///
  /// - Throws: The fault.
  package func checkStale() throws(ExploredFault) {
    guard isVisible else { return }
    let (shown, sent) = (session.driver.visibleScreen, session.process?.sent.count)
    runtime.store.graph.markAllStale()
    // What is updated at the end of a turn is updated now.
    do { _ = try runtime.turn {} } catch {
      throw ExploredFault(.error, error.asDiagnostic)
    }
    guard isVisible else { return }
    let fresh = session.driver.visibleScreen
    // What a server has not answered before is asked for again, and may be there now.
    guard session.process?.sent.count == sent, shown != fresh, let difference = difference(from: shown, to: fresh)
    else { return }
    throw ExploredFault(
      .stale,
      "\"\(shown.name)\" shows an old value: \(difference.text)", place: place, subject: difference.subject)
  }

  /// The first difference of two screens.
  private func difference(from old: Screen, to new: Screen) -> (subject: String, text: String)? {
    let (diff, secrets) = (new.changes(since: old), runtime.store.secrets)
    func text(_ value: JSONValue?) -> String { JSONDifference.text(value ?? .null, secrets) }
    if let field = diff.fields.first, let part = JSONDifference(field.old, field.new) {
      return (
        field.name,
        "\(field.name)\(part.path) is \(text(part.old)), but \(text(part.new)) when it is built from scratch"
      )
    }
    if let update = diff.updates.first {
      let (before, after) = (update.old.jsonValue, update.new.jsonValue)
      guard case .object(let old) = before, case .object(let new) = after else { return nil }
      let key = Set(old.keys).union(new.keys).sorted().first { old[$0] != new[$0] } ?? "row"
      let name = update.new.text.map { " of \(PrintableText.quoted($0))" } ?? ""
      return (
        "\(update.new.path ?? "row").\(key)",
        "\(key)\(name) is \(text(before[key])), but \(text(after[key])) when it is built from scratch"
      )
    }
    if let row = diff.insertions.first?.row {
      return ("rows", "the row \(PrintableText.quoted(row.text ?? "")) is missing")
    }
    if let row = diff.removals.first?.row {
      return ("rows", "the row \(PrintableText.quoted(row.text ?? "")) is not there when it is built from scratch")
    }
    return ("sections", "its sections or rows have another order when it is built from scratch")
  }

  // MARK: store

  /// Sends the application to the background and starts it again. A person then answers its authenticator.
  ///
  /// - Returns: Whether the application was covered.
  /// - Throws: The fault; what starting the application throws.
  @discardableResult
  package func checkStore() throws -> Bool {
    guard let process = session.process, process.isRunning else { return false }
    // A server that has lost a model, for instance, gives another one.
    let (place, name, isComparable) = (place, session.driver.screen.name, isVisible && !process.hasFault)
    let (home, reported) = (isComparable ? homeScreen : nil, runtime.diagnosticLog.count)
    let (before, secrets) = (isComparable ? models : StoredModels(), runtime.store.secrets)
    session.driver.remember("background")
    try session.reportingFailures { try runtime.background() }
    let stored = runtime.isCovered ? before : models
    let isStored = runtime.diagnosticLog.count == reported && !Self.hasUnsentChanges(stored)
    let wasCovered = try relaunch(process)
    // What could not be stored is lost for a reason that was reported; what is sent at the start may be refused.
    guard isComparable, isStored, !runtime.isCovered else { return wasCovered }
    let loaded = models
    guard !hasServerProblem else { return wasCovered }
    // A model that is registered later than at the start is not read yet.
    let names = stored.names.filter(loaded.has).sorted()
    for name in names where !runtime.registry.isTransient(name) {
      guard let difference = stored.difference(to: loaded, name) else { continue }
      throw ExploredFault(
        .store, "a relaunch changes the model \"\(name)\": \(difference.text(secrets))", place: place,
        subject: name)
    }
    // Its screen may show a model that is only in memory.
    guard let home, before == stored, stored == loaded, session.driver.screen.name == name, let again = homeScreen,
      home != again, case let texts = [home, again].map({ runtime.text(of: $0, width: 120) }), texts[0] != texts[1]
    else { return wasCovered }
    let (old, new) = Self.lines(texts[0], texts[1])
    throw ExploredFault(
      .store, "a relaunch changes the home screen: \"\(old)\" becomes \"\(new)\"", place: place, subject: "screen")
  }

  /// Sends the application to the background and starts it again, without comparing anything; see above.
  func relaunch() throws -> Bool {
    guard let process = session.process, process.isRunning else { return false }
    session.driver.remember("background")
    try session.reportingFailures { try runtime.background() }
    return try relaunch(process)
  }

  private func relaunch(_ process: any AppProcess) throws -> Bool {
    session.driver.remember("relaunch")
    try process.relaunch()
    guard runtime.isCovered else { return false }
    session.driver.remember("authenticate", call: "authenticate", [.bool(true)])
    try runtime.authenticate(true)
    return true
  }

  /// The models by name, in whatever they are stored, with the contents of blobs and partials.
  private var models: StoredModels {
    let store = runtime.store
    return store.graph.withoutTracking {
      var models = StoredModels()
      for (name, root) in store.models.sorted where store.unreadable(root) == nil {
        models[name] = store.jsonValue(root)
      }
      return models
    }
  }

  /// Whether mutations wait to be sent.
  private static func hasUnsentChanges(_ models: StoredModels) -> Bool {
    if case .array(let pending)? = models[OutboxService.modelName]?["pending"] { !pending.isEmpty } else { false }
  }

  /// Whether a server has not answered as the models need it.
  private var hasServerProblem: Bool {
    runtime.diagnosticLog.all.contains { $0.code.rawValue.hasPrefix("http.") }
  }

  /// What the home screen shows of the models; nil while another screen is open, or the screen has a state of its own.
  private var homeScreen: Screen? {
    let screen = session.driver.screen
    guard session.driver.window.stack.count == 1, runtime.windows.count == 1, screen.alert == nil, screen.sheet == nil,
      screen.menu == nil, screen.help == nil, !screen.isEditing,
      screen.search.map({ $0.text.isEmpty && $0.scope == 0 })
        ?? true, screen.keyboard == nil, !screen.activity, screen.columns.allSatisfy({ $0.order == nil }),
      !screen.sections.contains(where: { $0.rows.contains { $0.isSelected || $0.control?.error != nil } })
    else { return nil }
    var shown = screen
    // It is not a part of the text.
    shown.instance = nil
    for section in shown.sections.indices {
      // The text of a field is in the models, or not written yet.
      for row in shown.sections[section].rows.indices
      where shown.sections[section].rows[row].control?.isTextField == true {
        shown.sections[section].rows[row].control = nil
      }
    }
    return shown
  }

  /// The first lines that differ.
  private static func lines(_ old: String, _ new: String) -> (String, String) {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    let place = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    func line(_ lines: [Substring]) -> String {
      let line = lines.indices.contains(place) ? lines[place] : ""
      return line.split(whereSeparator: { " │".contains($0) }).joined(separator: " ")
    }
    return (line(old), line(new))
  }

  // MARK: undo and redo

  /// Performs an action, undoes it and repeats it.
  ///
  /// An action that makes no step or several, or that also changes what is in no step, is only performed.
  ///
  /// - Throws: The fault; what the action throws.
  package func checkHistory(_ oracles: Set<Oracle> = [.undo, .redo], _ action: () throws -> Void) throws {
    let (store, place) = (runtime.store, place)
    let history = store.history
    let (count, unrecorded) = (history.undoCount, history.unrecordedChanges)
    let before = ChangeRecorder(store)
    store.startRecording(before)
    defer { store.stopRecording(before) }
    try action()
    guard runtime.store === store, isVisible, history.undoCount == count + 1, history.unrecordedChanges == unrecorded,
      count + 1 < history.limit
    else { return }
    let after = ChangeRecorder(store)
    store.startRecording(after)
    defer { store.stopRecording(after) }
    session.driver.remember("undo")
    try session.reportingFailures { _ = try runtime.undo() }
    guard history.unrecordedChanges == unrecorded else { return }
    if oracles.contains(.undo), let patch = store.patches(before).first {
      throw fault(.undo, "undo leaves a change", patch, place)
    }
    guard oracles.contains(.redo) else { return }
    session.driver.remember("redo")
    try session.reportingFailures { _ = try runtime.redo() }
    guard history.unrecordedChanges == unrecorded, let patch = store.patches(after).first else { return }
    throw fault(.redo, "redo gives something else than the step that was undone", patch, place)
  }

  private func fault(
    _ oracle: Oracle, _ message: String, _ patch: Patch, _ place: Diagnostic.Place?
  ) -> ExploredFault {
    func text(_ value: JSONValue) -> String { JSONDifference.text(value, at: patch.path, runtime.store.secrets) }
    return ExploredFault(
      oracle, "\(message): \(patch.path) is \(text(patch.value)), expected \(text(patch.old))", place: place,
      subject: JSONDifference.pattern(of: patch.path))
  }

  // MARK: property

  /// Asks the properties of the test that must hold now.
  ///
  /// - Throws: The fault.
  package func checkProperties(after action: JSONValue? = nil) throws(ExploredFault) {
    guard session.process?.isRunning != false else { return }
    for property in session.properties.all {
      let holds: Bool
      switch property.kind {
      case .always: holds = try Self.ask(property, [])
      case .reference: holds = try Self.ask(property, action.map { [LuaValue($0)] } ?? [])
      case .eventually: continue
      }
      if !holds { throw Self.fault(property) }
    }
  }

  /// Moves the clock until the properties have held that must hold at some moment.
  ///
  /// - Throws: The fault.
  package func checkEventualities() throws(ExploredFault) {
    for property in session.properties.all {
      guard case .eventually(let within) = property.kind else { continue }
      let end = runtime.clock.now.secondsSince2001 + within
      while try !Self.ask(property, []) {
        let now = runtime.clock.now.secondsSince2001
        guard now < end, session.process?.isRunning != false else { throw Self.fault(property) }
        let due = [runtime.timers.nextDue, runtime.nextEvent].compactMap { $0?.secondsSince2001 }.filter { $0 > now }
        let seconds = min(due.min() ?? end, end) - now
        do { try session.reportingFailures { try runtime.advance(seconds: seconds) } } catch {
          throw ExploredFault(.property, error.asDiagnostic, subject: property.name)
        }
      }
    }
  }

  private static func ask(
    _ property: SessionProperties.Property, _ arguments: [LuaValue]
  ) throws(ExploredFault) -> Bool {
    do { return try property.holds(arguments) } catch {
      throw ExploredFault(.property, error.asDiagnostic, subject: property.name)
    }
  }

  private static func fault(_ property: SessionProperties.Property) -> ExploredFault {
    let text =
      switch property.kind {
      case .always: "\"\(property.name)\" does not hold"
      case .eventually(let seconds):
        "\"\(property.name)\" did not hold within \(Value.double(seconds).scalarText ?? "") s"
      case .reference: "the application differs from its reference model"
      }
    return ExploredFault(.property, text, place: property.place, subject: property.name)
  }
}
