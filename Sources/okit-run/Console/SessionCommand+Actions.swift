/// The commands for what the driver declares; nil for an action that only scripts perform.
extension SessionCommand {
  static let rowHint = "use the number in front of the row"

  static func onScreen(_ action: DriverAction<AppDriver>) -> SessionCommand? {
    guard let command = action.command else { return nil }
    let names: Names = { command.names($0.driver, nil, $1.beginning) }
    switch action.body {
    case .plain(let run): return plain(command.name, command.summary) { try run($0.driver) }
    case .locator(let run):
      return .init(command, .name, names: names, read: name) { runner, name in
        if command.takesCells, let cell = try runner.gridCell(name) { return try cell.target.tap() }
        try run(runner.driver, runner.locator(name))
      }
    case .name(let run): return .init(command, .name, names: names, read: name) { try run($0.driver, $1.text) }
    case .text(let run):
      let read = { @Sendable (written: CommandArguments) throws(Diagnostic) in written.text }
      return .init(command, .text, names: names, read: read) { try run($0.driver, $1) }
    case .optionalLocator, .edge, .place, .value, .number, .count, .date, .option: return nil
    }
  }

  static func onRow(_ action: DriverAction<RowDriver>) -> SessionCommand? {
    guard let command = action.command else { return nil }
    let names: Names = { runner, name in
      guard let (row, _) = name.previous else { return runner.driver.rowNames(name.beginning) }
      return command.names(runner.driver, runner.locator(row), name.beginning)
    }
    switch action.body {
    case .plain(let run):
      return .init(command, .name, several: rowHint, names: names, read: name) { runner, name in
        let cell = command.takesCells ? try runner.gridCell(name) : nil
        try run(cell?.target ?? runner.driver.row(runner.locator(name)))
      }
    case .optionalLocator(let run):
      let read = { @Sendable (written: CommandArguments) throws(Diagnostic) in try written.choice() }
      return .init(command, .choice, several: rowHint, names: names, read: read) {
        try run($0.driver.row($0.locator($1.0)), $1.1.map { Locator($0.text) })
      }
    case .place(let run):
      let read = { @Sendable (written: CommandArguments) throws(Diagnostic) in try written.move() }
      return .init(command, .choice, several: rowHint, names: names, read: read) {
        try run($0.driver.row($0.locator($1.0)), .beside($1.1.side, $0.locator($1.1.row)))
      }
    case .locator, .text, .name, .edge, .value, .number, .count, .date, .option: return nil
    }
  }

  static func onCell(_ action: DriverAction<CellDriver>) -> SessionCommand? {
    guard let command = action.command else { return nil }
    let names: Names = { runner, _ in runner.cellNames }
    let read = { @Sendable (written: CommandArguments) throws(Diagnostic) in try written.assignment() }
    func assigning(_ run: @escaping @Sendable (CommandRunner, (Argument, Argument)) throws -> Void) -> SessionCommand {
      .init(command, .assignment, several: rowHint, names: names, read: read, run: run)
    }
    switch action.body {
    case .plain(let run):
      return .init(command, .name, several: rowHint, names: names, read: name) { try $0.enter("", $1, run) }
    case .text(let run):
      return assigning { runner, given in try runner.enter(given.1.text, given.0) { try run($0, given.1.text) } }
    case .value(let run):
      return assigning { runner, given in
        try runner.enter(given.1.text, given.0) { try run($0, Value(given.1.literal)) }
      }
    case .option(let run): return assigning { try $0.choose($1.0, $1.1, run) }
    case .locator, .optionalLocator, .name, .edge, .place, .number, .count, .date: return nil
    }
  }

  private static let name = { @Sendable (written: CommandArguments) throws(Diagnostic) in try written.name() }

  private init<Arguments: Sendable>(
    _ command: DriverCommand, _ shape: Shape, several hint: String? = nil, names: @escaping Names,
    read: @escaping @Sendable (CommandArguments) throws(Diagnostic) -> Arguments,
    run: @escaping @Sendable (CommandRunner, Arguments) throws -> Void
  ) {
    self.init(
      command.name, command.usage, command.summary, example: command.example, shape: shape,
      several: command.hintForSeveral ?? hint, names: names, read: read, run: run)
  }
}
