internal import OKitLive
internal import OKitPages
internal import OKitRender

/// Shows screens of an application, and writes them.
final class RenderSession {
  private let command: RenderCommand
  private let messages: Output
  /// The applications that have shown something.
  private(set) var applications: [LuaApplication] = []
  private let shared = SharedDefinitions()

  init(_ command: RenderCommand, _ messages: Output) { (self.command, self.messages) = (command, messages) }

  func run() throws {
    let pictures = try RenderOutput(command)
    for locale in command.locales {
      if command.isVisiting {
        try visit(pictures, locale)
      } else {
        for theme in themes where ShutdownSignal.number == nil {
          let runner = try start(locale: locale)
          try apply(theme, runner.runtime)
          try Self.perform(command.exec.joined(separator: "\n"), runner)
          try show(runner.application, pictures, locale, theme, name: nil)
        }
      }
      if ShutdownSignal.number != nil { return }
    }
    try pictures.finish(messages)
  }

  /// Nil for the theme that the application has.
  private var themes: [String?] { command.themes ?? [nil] }

  // MARK: Applications

  private func options(locale: String, isSilent: Bool) throws -> LuaApplication.Options {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: command.now ?? TestFileRunner.standardNow))
    if let documents = command.documents ?? Environment()[.documents] {
      options.documents = try DocumentsDirectory(documents, script: command.script, adopts: false, claims: false).path
    }
    try command.resources.apply(to: &options, usesServer: !command.isVisiting)
    (options.locale, options.timeZone) = (locale, command.timeZone ?? "UTC")
    // The identifiers of all launches are the same.
    (options.seed, options.firstGeneration) = (command.seed ?? 1, 1)
    options.keepsChangesInMemory = true
    options.authentication = .answered
    options.checksLater = isSilent
    (options.luaPath, options.arguments) = (command.luaPath, command.arguments)
    options.permissions = try OptionValue.permissions(command.allow)
    // No request leaves the process.
    if command.isVisiting { options.permissions.network = .none }
    options.hint = OptionHint.text
    options.shared = shared
    options.isEnding = { ShutdownSignal.number != nil }
    let messages = messages
    // What an application prints is no part of its screens.
    options.print = { if !isSilent { messages.write($0 + "\n", to: .error) } }
    options.printError = { if !isSilent { messages.note($0) } }
    options.write = { if !isSilent { messages.write($1, to: .error) } }
    options.onReport = { if !isSilent { messages.report($0) } }
    return options
  }

  /// Starts the application for commands.
  ///
  /// - Throws: `CommandFailure`.
  private func start(locale: String) throws -> CommandRunner {
    let end = SessionEnd()
    let application = try launch(locale: locale, isSilent: false, end)
    applications.append(application)
    return CommandRunner(application, messages, end)
  }

  private func launch(locale: String, isSilent: Bool, _ end: SessionEnd = SessionEnd()) throws -> LuaApplication {
    do {
      var options = try options(locale: locale, isSilent: isSilent)
      options.onExit = { end.request($0) }
      let application = try LuaApplication(options: options)
      if let program = try application.start(script: command.script, isTimed: true) {
        try program.requireApplication(for: "render", end)
        throw CommandFailure.failed(program.failure)
      }
      if let status = end.status { throw CommandFailure(status: status) }
      return application
    } catch let diagnostic as Diagnostic {
      if SessionEnd.isRequest(diagnostic), let status = end.status { throw CommandFailure(status: status) }
      let isUsage = ["function.locale", "function.timeZone", "cli.documents"].contains(diagnostic.code)
      throw CommandFailure(status: isUsage ? 2 : 1, diagnostic: diagnostic)
    }
  }

  // MARK: Ways to screens

  /// Performs commands up to the first one that is refused.
  ///
  /// - Throws: Its error.
  private static func perform(_ text: String, _ runner: CommandRunner) throws {
    var source = StatementSource(text)
    while ShutdownSignal.number == nil, let (line, place) = source.next() {
      runner.place = place
      do {
        guard let command = try CommandParser.parse(line) else { continue }
        try runner.waitForRequests()
        try runner.runDueTimers()
        if case .quit = try runner.execute(command) { break }
      } catch let failure as Diagnostic {
        let diagnostic = runner.fitting(failure)
        throw diagnostic.place == nil ? diagnostic.at(place) : diagnostic.appending(.command(place))
      }
    }
    try runner.waitForRequests()
  }

  /// Shows the controllers that were asked for, each in an application of its own.
  private func visit(_ pictures: RenderOutput, _ locale: String) throws {
    let names = try controllers(locale)
    let start = { try self.launch(locale: locale, isSilent: true) }
    var search = ScreenSearch(names, mustEnd: { ShutdownSignal.number != nil }, launch: start)
    let missing = try search.run()
    for screen in search.reached.sorted(by: { $0.controller < $1.controller }) {
      for theme in themes where ShutdownSignal.number == nil { try show(screen, pictures, locale, theme) }
    }
    for screen in missing where ShutdownSignal.number == nil {
      var diagnostic = screen.diagnostic
      if command.screen != nil { diagnostic.severity = .error }
      if command.locales.count > 1 { diagnostic.message += " (in \(locale))" }
      messages.report(diagnostic)
      pictures.add(missing: screen, locale: locale)
    }
  }

  /// The controllers that are shown.
  ///
  /// - Throws: `render.screen` with the nearest name.
  private func controllers(_ locale: String) throws -> [String] {
    let application = try launch(locale: locale, isSilent: true)
    defer { application.close() }
    let names = application.runtime.definition.controllerNames
    guard let wanted = command.screen else { return names }
    guard names.contains(wanted) else {
      throw CommandFailure.usage(
        Diagnostic(
          "render.screen", "the script defines no controller \(PrintableText.quoted(wanted))",
          hint: NearestName.hint(for: wanted, in: names) ?? "it defines \(PrintableText.list(names))"))
    }
    return [wanted]
  }

  // MARK: Showing

  /// Shows a controller in an application of its own.
  private func show(
    _ screen: ReachedScreen, _ pictures: RenderOutput, _ locale: String, _ theme: String?
  ) throws {
    let application = try launch(locale: locale, isSilent: false)
    defer { application.close() }
    try apply(theme, application.runtime)
    guard try screen.perform(in: application) else {
      throw Diagnostic(
        "render.unstable", "the way to the controller \"\(screen.controller)\" leads elsewhere in another run",
        hint: "the script must do the same in each run with the same seed and clock")
    }
    try show(application, pictures, locale, theme, name: screen.controller)
  }

  /// Writes the screen of an application.
  private func show(
    _ application: LuaApplication, _ pictures: RenderOutput, _ locale: String, _ theme: String?, name: String?
  ) throws {
    try pictures.check(application.files)
    let runtime = application.runtime
    var screen = AppDriver(runtime).visibleScreen
    // The commands may have chosen another one.
    if let theme, let chosen = runtime.themes[theme] { screen.theme = chosen }
    let subject = RenderOutput.Subject(
      name: name ?? (screen.cover == nil ? screen.topmost.name : "cover"), theme: theme, locale: locale,
      title: screen.shownTitle)
    try pictures.write(try render(screen, application), subject)
  }

  /// Applies a theme to an application that was just launched; nil changes nothing.
  ///
  /// - Throws: `theme.unknown` with the nearest name.
  private func apply(_ theme: String?, _ runtime: AppRuntime) throws {
    guard let theme else { return }
    let names = runtime.themes.names.filter { !$0.isEmpty }
    guard runtime.themes[theme] != nil else {
      throw CommandFailure.usage(
        Diagnostic(
          "theme.unknown", "unknown theme \(PrintableText.quoted(theme))",
          hint: NearestName.hint(for: theme, in: names) ?? "the themes are \(PrintableText.list(names))"))
    }
    try runtime.turn { try runtime.applyTheme(.string(theme)) }
  }

  private func render(_ screen: Screen, _ application: LuaApplication) throws -> [UInt8] {
    let runtime = application.runtime
    let columns = command.width ?? 72
    switch command.shownFormat {
    case .text: return Array((runtime.text(of: screen, width: columns) + "\n").utf8)
    case .json: return Array((try screen.jsonValue.json() + "\n").utf8)
    case .svg:
      let text = runtime.styledText(of: screen, width: columns)
      return Array(CellPicture(text, theme: screen.theme, width: columns, title: screen.shownTitle).svg.utf8)
    case .html: return page(screen, application, width: command.width).html
    case .png:
      let folder = try TemporaryDirectory()
      let path = "\(folder.path)/screen.html"
      try StaticPage.write(page(screen, application, width: nil).html, to: path)
      return try chromium.picture(ofPage: path, width: command.width ?? 480, height: 480)
    }
  }

  /// The browser that draws PNG, which starts when it is first needed.
  private var chromium: Chromium {
    get throws {
      if let browser { return browser }
      let started = try Chromium()
      browser = started
      return started
    }
  }
  private var browser: Chromium?

  private func page(_ screen: Screen, _ application: LuaApplication, width: Int?) -> ScreenPage {
    let runtime = application.runtime
    let language = LiveLanguage(locale: runtime.texts.locale)
    var surroundings = ScreenPage.Surroundings()
    (surroundings.language, surroundings.isRightToLeft) = (language.name, language.isRightToLeft)
    surroundings.canGoBack = runtime.screenPlace(in: AppDriver(runtime).window)?.canGoBack ?? false
    surroundings.width = width
    surroundings.image = { runtime.imageBytes($0) }
    return ScreenPage(screen, surroundings)
  }
}

extension Screen {
  /// The title of the topmost part, or its name.
  fileprivate var shownTitle: String { cover?.text ?? (topmost.title.isEmpty ? topmost.name : topmost.title) }
}
