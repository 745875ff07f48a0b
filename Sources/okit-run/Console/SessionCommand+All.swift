extension SessionCommand {
  /// All commands, in the order of the help.
  static let all = screen + rows + fields + lists + models + application

  private static let shown: @Sendable (CommandRunner) -> Outcome = { _ in .shown }
  private static let rowHint = "use the number in front of the row"
  private static let rowNames: Names = { $1.previous == nil ? $0.rowNames($1.beginning) : [] }

  private static let screen: [SessionCommand] = [
    .init(
      "screen", "[--full]", "shows the screen; with --full, all of it and of its texts", example: "screen --full",
      shape: .flag, outcome: shown, names: { _, _ in ["--full"] },
      read: { (written) throws(Diagnostic) in try written.flag("--full") }, run: { try $0.showScreen(isFull: $1) }),
    .init(
      "scroll", "up|down|N", "moves the window of the screen by a page or to row N", example: "scroll 120",
      shape: .name, whileCovered: false, outcome: { $0.terminal == nil ? .acted : .shown },
      names: { _, _ in ["down", "up"] },
      read: { (written) throws(Diagnostic) in try written.scroll() },
      run: { runner, move in
        if let terminal = runner.terminal { try terminal.scroll(move) } else { try runner.scroll(move) }
      }),
    .named(
      "tap", "X", "taps a button, an alert's or a sheet's action, or a row", example: "tap Edit",
      several: "use the number in front of a row, or \"action\" with an identifier, which \"json\" shows",
      names: { $0.tappableNames($1.beginning) }, run: { try $0.driver.tap($0.locator($1)) }),
  ]

  private static let rows: [SessionCommand] = [
    .named(
      "row", "X", "taps a row, by its text or number", example: "row 2", several: rowHint, names: rowNames,
      run: { try $0.driver.row($0.locator($1)).tap() }),
    .init(
      "more", "X > Action", "swipes a row and chooses an action from its More... sheet", example: "more Dune > Seen",
      shape: .choice, several: rowHint, names: { $0.moreNames($1) },
      read: { (written) throws(Diagnostic) in try written.choice() },
      run: { runner, choice in
        try runner.driver.row(runner.locator(choice.0)).more(choice.1.map { Locator($0.text) })
      }),
    .named(
      "quick", "X", "swipes a row from the left and runs its quick action", example: "quick Dune", several: rowHint,
      names: rowNames, run: { try $0.driver.row($0.locator($1)).quick() }),
    .named(
      "delete", "X", "swipes a row and deletes it", example: "delete Dune", several: rowHint, names: rowNames,
      run: { try $0.driver.row($0.locator($1)).delete() }),
    .named(
      "accessory", "X", "taps the accessory or the button of a row", example: "accessory Dune", several: rowHint,
      names: rowNames, run: { try $0.driver.row($0.locator($1)).accessory() }),
    .init(
      "move", "X > before Y", "drags a row before or after another one", example: "move Dune > after Emma",
      shape: .choice, several: rowHint, names: { $0.moveNames($1) },
      read: { (written) throws(Diagnostic) in try written.move() }, run: { try $0.move($1.0, $1.1) }),
  ]

  private static let fields: [SessionCommand] = [
    .assigning(
      "type", "CELL = text", "types text into a cell, replacing its content", example: "type Name = Dune",
      several: rowHint, run: { runner, cell, text in try runner.enter(text.text, cell) { try $0.type(text.text) } }),
    .named(
      "clear", "CELL", "clears the text of a cell", example: "clear Name", several: rowHint,
      names: { runner, _ in runner.cellNames }, run: { try $0.enter("", $1) { try $0.clear() } }),
    .assigning(
      "set", "CELL = value",
      "sets a cell to a value as in the model: for a segment or picker also the index of the option, from 0",
      example: "set Seen = on", several: rowHint,
      run: { runner, cell, value in try runner.enter(value.text, cell) { try $0.set(Value(value.literal)) } }),
    .assigning(
      "choose", "CELL = option", "selects a segment or an option of a picker, by its title or its number from 1",
      example: "choose Genre = Novel",
      several: "use the number in front of the row, or that of the option", run: { try $0.choose($1, $2) }),
    .init(
      "alert", "[field = text, …] > Button", "fills in an alert and taps its button; without one, it stays open",
      example: "alert user = anna, password = \"a, b\" > Log In", shape: .answer,
      names: { $0.alertNames($1) },
      read: { (written) throws(Diagnostic) in try written.answer() }, run: { try $0.answer($1.0, $1.1) }),
    .plain("back", "returns to the previous screen") { try $0.driver.back() },
    .plain("close", "closes the presented screen: taps its Close button, or calls its function close") {
      try $0.driver.close()
    },
    .plain("refresh", "pulls the screen down, which refreshes it") { try $0.driver.refresh() },
    .plain("next", "ends the editing of a field and goes to the next one") { try $0.driver.press(.next) },
    .plain("previous", "ends the editing of a field and goes to the one before") { try $0.driver.press(.previous) },
    .plain("done", "ends the editing of a field") { try $0.driver.press(.done) },
    .plain("cancel", "ends the editing of a field and drops what was entered") { try $0.driver.press(.cancel) },
    .plain("submit", "validates all fields and writes their input") { try $0.driver.press(.submit) },
  ]

  private static let lists: [SessionCommand] = [
    .init(
      "search", "text", "searches the list; without text, ends the search", example: "search dune", shape: .text,
      read: { (written) throws(Diagnostic) in written.text }, run: { try $0.driver.search($1) }),
    .named(
      "filter", "scope", "selects a search scope", example: "filter Seen",
      names: { runner, _ in runner.screen.topmost.search?.scopes ?? [] }, run: { try $0.driver.filter($1.text) }),
    .plain("menu", "opens or closes the menu") { try $0.driver.menu() },
    .named(
      "tab", "X", "selects a tab, by its title or number", example: "tab Films",
      several: "use the number of the tab, from 1",
      names: { runner, _ in runner.screen.topmost.tabs.map(\.title) }, run: { try $0.driver.tab($0.locator($1)) }),
    .init(
      "action", "json", "performs an action as JSON, such as {\"tap\": \"cell:3\"}",
      example: "action {\"tap\": \"right:add\"}", shape: .json,
      read: { (written) throws(Diagnostic) in try written.action() }, run: { try $0.driver.perform($1) }),
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
