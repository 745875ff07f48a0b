/// Shows the backups of the models, newest first (`ModelBackupTableController`).
package class BackupController: Controller {
  package override var kind: Screen.Kind { .list }

  /// The backups as they were read last; nil before that.
  private var loaded: [StoredBackup]?
  /// The numbers of the rows, which stay the same while a backup exists.
  private var numbers: [String: Int] = [:]
  private var times: TimeObserver?

  var backups: [StoredBackup] {
    if let loaded { return loaded }
    let read = readBackups()
    loaded = read
    for backup in read where numbers[backup.name] == nil { numbers[backup.name] = numbers.count }
    return read
  }

  private func readBackups() -> [StoredBackup] {
    do { return try requireBackups().list() } catch {
      services.report(located(error))
      return []
    }
  }

  /// Reads the backups again for the next screen.
  func reload() {
    loaded = nil
    store.graph.noteChange()
  }

  /// Returns the error of an action, with the place of the controller.
  final func located(_ error: any Error) -> Diagnostic {
    error.diagnostic("function.failed").at(definition.place)
  }

  // MARK: The screen

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    if handles(.handleRefresh) { screen.gestures.insert(.refresh) }
    let times = times ?? TimeObserver(store)
    self.times = times
    times.observe()
    let rows = backups.map { backup in
      Screen.Row(
        id: .cell(numbers[backup.name] ?? 0), text: backup.name, detail: backup.createdAt.map(relativeText),
        trailing: [localized("Delete")])
    }
    screen.sections = rows.isEmpty ? [] : [Section(rows: rows)]
  }

  /// As the function `formatRelativeDateTime` of bindings.
  private func relativeText(_ date: DateValue) -> String {
    guard case .builtIn(let function)? = evaluator.functions.lookup("formatRelativeDateTime", types: ["Date"]) else {
      return ""
    }
    do { return evaluator.text(try function.call(.date(date), [], evaluator.functionContext())) ?? "" } catch {
      services.report(located(error))
      return ""
    }
  }

  override func addBuiltInRight(to items: inout [BarItem]) {
    if handles(.handleAdd) { items.append(item(.add, "Add", runs: .onAddTap)) }
    super.addBuiltInRight(to: &items)
  }

  // MARK: Actions

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    switch action {
    case .tapRow(let target): try runFunction(.onRowTap, [value(of: try backup(target, on: screen))])
    case .delete(let target), .swipe(let target, .trailing):
      try runFunction(.onDelete, [value(of: try backup(target, on: screen))])
    case .refresh where handles(.handleRefresh): try runFunction(.onRefresh)
    default: throw unsupported(action)
    }
  }

  private func backup(_ target: ScreenAction.RowTarget, on screen: Screen) throws -> StoredBackup {
    guard let path = screen.path(of: target), case .cell(let number)? = screen[path]?.id,
      let backup = backups.first(where: { numbers[$0.name] == number })
    else { throw impossible("\(name) does not show that row") }
    return backup
  }

  // MARK: Backups as values of scripts

  final func value(of backup: StoredBackup) -> Value {
    var members: [String: Value] = [
      "name": .string(backup.name), "secure": .bool(backup.isSecure), "size": .int(backup.size),
    ]
    if let date = backup.createdAt { members["createdAt"] = .date(date) }
    return .map(members)
  }

  /// The backup that a function gets: by its name, or as the functions of backups give it.
  ///
  /// - Throws: `controller.argument`, `backup.unknown` with the nearest name.
  final func backup(_ arguments: [Value], for function: OverridableFunction) throws -> StoredBackup {
    let name: String
    switch arguments.first {
    case .string(let text)?: name = text
    case .map(let members)?: name = members["name"].flatMap { evaluator.text($0) } ?? ""
    default: throw Diagnostic("controller.argument", "\(function) needs a backup or its name")
    }
    if let backup = backups.first(where: { $0.name == name }) { return backup }
    throw Diagnostic(
      "backup.unknown", "no backup \"\(name)\"", hint: NearestName.hint(for: name, in: backups.map(\.name)))
  }

  /// A text that a function gets. - Throws: `controller.argument`.
  final func text(
    _ arguments: [Value], _ index: Int, _ what: String, for function: OverridableFunction
  ) throws -> String? {
    guard arguments.count > index, !arguments[index].isNull else { return nil }
    guard case .string(let text) = arguments[index] else {
      throw Diagnostic("controller.argument", "\(function) needs \(what) as a string")
    }
    return text
  }

  final func requireBackups() throws -> any ApplicationBackups {
    guard let backups = services.backups else {
      throw Diagnostic.missingPart(.backups, for: "the controller \"\(definition.name)\"").at(definition.place)
    }
    return backups
  }

  // MARK: Passwords

  /// The fields for the password of a new backup; none for a plain one.
  var passwordFields: [DialogRequest.Field] { [] }

  /// Whether restoring a backup needs a password.
  func asksForPassword(of backup: StoredBackup) -> Bool { backup.isSecure }

  // MARK: Built-in functions

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .onRowTap: try runFunction(.onTap, [value(of: try backup(arguments, for: function))])
    case .onTap: try runFunction(.restoreBackupDialog, [value(of: try backup(arguments, for: function))])
    case .restoreBackupDialog: try askToRestore(try backup(arguments, for: function))
    case .onAddTap: try runFunction(.addBackupDialog)
    case .addBackupDialog: askForName()
    case .restoredWith: showResult(isRestored: arguments.first?.truth ?? false)
    case .onDelete: askToDelete(try backup(arguments, for: function))
    case .onRefresh: try runFunction(.refreshTriggered)
    case .refreshTriggered: try runFunction(.update)
    case .updateData: try runFunction(.loadData)
    case .loadData: reload()
    case .createBackup: return try create(arguments)
    case .deleteBackup:
      try requireBackups().delete(try backup(arguments, for: function).name)
      reload()
      return .bool(true)
    case .restoreBackup: return .bool(try restore(arguments))
    default: return try super.inherited(function, arguments)
    }
    return .null
  }

  override var calledByUpdate: [OverridableFunction] { super.calledByUpdate + [.loadData] }

  /// The built-in `createBackup(name)`.
  func create(_ arguments: [Value]) throws -> Value {
    guard let name = try text(arguments, 0, "a name", for: .createBackup) else {
      throw Diagnostic("controller.argument", "createBackup needs a name")
    }
    try requireBackups().create(name, passphrase: try text(arguments, 1, "a password", for: .createBackup))
    reload()
    return .bool(true)
  }

  /// The built-in `restoreBackup(backup, password)`: checks the backup, and replaces the models after the turn.
  ///
  /// - Returns: False if it is not restored.
  func restore(_ arguments: [Value]) throws -> Bool {
    let backup = try backup(arguments, for: .restoreBackup)
    let password = try text(arguments, 1, "a password", for: .restoreBackup)
    return checking {
      try requireBackups().restore(backup.name, passphrase: password, completion: finishRestoring)
    }
  }

  /// Runs what restores a backup.
  ///
  /// - Returns: False for a wrong password, which is a normal result, and for a backup that cannot be read, which is
  ///   reported.
  final func checking(_ restore: () throws -> Void) -> Bool {
    do { try restore() } catch let wrong as Diagnostic where wrong.code == "backup.passphrase" { return false } catch {
      services.report(located(error))
      return false
    }
    waitsForResult = true
    return true
  }

  /// Whether the models are going to be replaced when the turn has ended, which shows the result.
  private var waitsForResult = false

  // MARK: Results

  /// Restores a backup through the function that scripts override, and shows the result.
  final func restore(_ backup: StoredBackup, password: String?) throws {
    waitsForResult = false
    let arguments = [value(of: backup)] + (password.map { [.string($0)] } ?? [])
    try runFunction(.restoreBackup, arguments) { [self] result in
      if !result.truth { return tellRestored(false) }
      if !waitsForResult { tellRestored(true) }
    }
  }

  /// Called when the models have been replaced, or could not be.
  final func finishRestoring(_ failure: (any Error)?) {
    if let failure { services.report(located(failure)) }
    reload()
    tellRestored(failure == nil)
  }

  private func tellRestored(_ isRestored: Bool) {
    services.runTurn { try runFunction(.restoredWith, [.bool(isRestored)]) }
  }
}
