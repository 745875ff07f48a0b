extension SessionCommand {
  /// All commands, in the order of the help: what a person can do to the screen as the driver declares it.
  static let all: [SessionCommand] = {
    let actions = AppDriver.actions.compactMap(onScreen)
    let onElements = RowDriver.actions.compactMap(onRow) + CellDriver.actions.compactMap(onCell)
    let first = screen + actions.prefix(1) + onElements + dialogs
    return first + actions.dropFirst() + json + models + recording + application
  }()

  private static let shown: @Sendable (CommandRunner) -> Outcome = { _ in .shown }

  private static let screen: [SessionCommand] = [
    .init(
      "screen", "[--full]", "shows the screen; with --full, all of it and of its texts", example: "screen --full",
      shape: .flag, outcome: shown, names: { _, _ in ["--full"] },
      read: { (written) throws(Diagnostic) in try written.flag("--full") }, run: { try $0.showScreen(isFull: $1) }),
    .init(
      "scroll", "up|down|left|right|N",
      "moves the window of the screen by a page or to row N; left and right show other columns of a grid",
      example: "scroll 120",
      shape: .name, whileCovered: false, outcome: { $0.terminal == nil ? .acted : .shown },
      names: { _, _ in ["down", "left", "right", "up"] },
      read: { (written) throws(Diagnostic) in try written.scroll() },
      run: { runner, move in
        switch move {
        case .columns(let move):
          try runner.scrollColumns(move)
          runner.terminal?.show()
        case .rows(let move):
          if let terminal = runner.terminal { try terminal.scroll(move) } else { try runner.scroll(move) }
        }
      }),
  ]

  private static let dialogs: [SessionCommand] = [
    .init(
      "alert", "[field = text, …] > Button", "fills in an alert and taps its button; without one, it stays open",
      example: "alert user = anna, password = \"a, b\" > Log In", shape: .answer,
      names: { $0.alertNames($1) },
      read: { (written) throws(Diagnostic) in try written.answer() }, run: { try $0.answer($1.0, $1.1) })
  ]

  private static let json: [SessionCommand] = [
    .init(
      "action", "json", "performs an action as JSON, such as {\"tap\": \"cell:3\"}",
      example: "action {\"tap\": \"right:add\"}", shape: .json,
      read: { (written) throws(Diagnostic) in try written.action() }, run: { try $0.driver.perform(remote: $1) })
  ]

  private static let models: [SessionCommand] = [
    .binding(
      "get", "evaluates a binding in the context of the screen", example: "get films[0]/name", outcome: shown,
      run: { try $0.get($1) }),
    .init(
      "set-path", "path = value", "writes a value through a binding", example: "set-path name = Dune",
      shape: .bindingAssignment, whileCovered: false,
      read: { (written) throws(Diagnostic) in try written.assignment() },
      run: { try $0.set($1.0.text, Value($1.1.literal)) }),
    .binding(
      "call", "calls the function that a binding names", example: "call films[0]/see()", run: { try $0.call($1) }),
    .init(
      "eval", "lua", "runs Lua and prints what it returns", example: "eval #okit.Model.get().films", shape: .chunk,
      whileCovered: false, outcome: shown, read: { (written) throws(Diagnostic) in try written.name().text },
      run: { try $0.evaluate($1) }),
    .plain("models", "lists the registered models", whileCovered: false, outcome: shown) { try $0.showModels() },
    .plain("stack", "lists the open controllers, bottom first", outcome: shown) { try $0.showStack() },
    .init(
      "why", "[X] [> property]", "shows what a row's bindings read, when they ran and why", example: "why Dune > text",
      shape: .choice, whileCovered: false, several: rowHint, outcome: shown, names: { $0.whyNames($1) },
      read: { (written) throws(Diagnostic) in try written.subject() }, run: { try $0.showWhy($1.0, $1.1?.text) }),
    .plain("changes", "lists model changes since the last \"changes\"", whileCovered: false, outcome: shown) {
      try $0.showChanges()
    },
    .plain("undo", "undoes the last change, and says what it was", whileCovered: false) { try $0.undo() },
    .plain("redo", "redoes the change that was undone last", whileCovered: false) { try $0.redo() },
    .plain("store", "stores the models") { try $0.store() },
  ]

  private static let recording: [SessionCommand] = [
    .init(
      "step", "name", "begins a step of the test that the session becomes", example: "step log in", shape: .text,
      outcome: shown, read: { (written) throws(Diagnostic) in try written.name().text }, run: { try $0.beginStep($1) }),
    .init(
      "expect", "[X] [> field]",
      "adds an assertion to the test: the present value of a field, or without X the title and the rows",
      example: "expect Dune > detail", shape: .choice, whileCovered: false, several: rowHint, outcome: shown,
      names: { $0.expectNames($1) }, read: { (written) throws(Diagnostic) in try written.subject() },
      run: { try $0.expect($1.0, $1.1?.text) }),
    .init(
      "record", "file", "writes the commands so far as a test, and runs it", example: "record shop_test.lua",
      shape: .text, whileCovered: false, outcome: shown,
      read: { (written) throws(Diagnostic) in try written.name().text }, run: { try $0.record($1) }),
  ]

  private static let application: [SessionCommand] = [
    .plain("background", "sends the application to the background") { try $0.runtime.background() },
    .plain("foreground", "brings the application back to the foreground") { $0.runtime.foreground() },
    .init(
      "authenticate", "[no]", "uncovers a protected application; with no, refuses", shape: .flag,
      names: { _, _ in ["no"] }, read: { (written) throws(Diagnostic) in try !written.flag("no") },
      run: { try $0.runtime.authenticate($1) }),
    .init(
      "advance", "5m", "advances the clock: 90s, 5m, 1h30m, 2d or seconds", example: "advance 1h30m", shape: .duration,
      read: { (written) throws(Diagnostic) in try written.seconds() }, run: { try $0.runtime.advance(seconds: $1) }),
    .plain("reload", "reloads the script; models and screens are kept") { try $0.reload() },
    .plain("json", "shows the screen as JSON", outcome: shown) { try $0.showJSON() },
    .init(
      "help", "[command]", "lists the commands, or explains one with an example", example: "help more",
      shape: .command, outcome: shown, names: { _, _ in CommandTable.names },
      read: { (written) throws(Diagnostic) in try written.commandName() }, run: { $0.showHelp($1) }),
    .plain(
      "quit", "stores the state and exits; also: exit, q", aliases: ["exit", "q"], outcome: { _ in .quit },
      run: { _ in }),
  ]
}
