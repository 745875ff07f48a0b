/// Drives an application as the user does, by names: the command line and test scripts share it.
///
/// Only what is visible, enabled and not covered is actionable. Each call is one turn of the runtime or several, and
/// returns when the application is idle. A name that matches no element or several fails with `locator.none` or
/// `locator.ambiguous`, which list the elements and show the screen.
public final class AppDriver {
  /// The application; a relaunch replaces it.
  package var runtime: AppRuntime {
    didSet { drive(chosen) }
  }
  /// The window that it drives. A reload keeps it, a relaunch goes on with the first one.
  package var window: AppWindow { chosen ?? runtime.window }
  private var chosen: AppWindow?
  /// Whether it drives the window that is used.
  package let followsUse: Bool
  /// The last actions, oldest first, for the report of a failure. They may have texts of models, so that there are none
  /// while a protected application is covered.
  package var actions: [String] { runtime.isGuarded ? [] : StepLines.grouped(remembered) }
  private var remembered: [(steps: [String], text: String)] = []

  /// The observers of actions, held weakly.
  private var observers: [() -> (any DriverObserver)?] = []
  /// The names of the steps of the test that run, outermost first.
  package var runningSteps: () -> [String] = { [] }

  /// Returns the line of the script that performs an action.
  package var placeOfStep: () -> Diagnostic.Place? = { nil }
  /// The dialog that was open before each remembered action in its window, and the line that performed it.
  private var steps: [(window: Int, dialog: DialogID?, place: Diagnostic.Place?)] = []

  /// Throws for an application that performs no actions of its program.
  package var checkActions: () throws -> Void = {}
  /// What the application has failed with first, since `throwingFailure` began.
  private var failure: Diagnostic?

  /// The number of actions that are remembered.
  package static let limit = 20

  /// Drives a window of an application.
  ///
  /// - Parameters:
  ///   - window: Nil for the first one.
  ///   - followsUse: Whether it drives the window that is used, as a script does with its own application.
  package init(_ runtime: AppRuntime, _ window: AppWindow? = nil, followsUse: Bool = false) {
    self.runtime = runtime
    self.followsUse = followsUse
    chosen = followsUse ? nil : window ?? runtime.windows[0]
  }

  /// Drives a window from now on; nil for the window that is used.
  ///
  /// - Returns: What it has driven before.
  @discardableResult
  package func drive(_ window: AppWindow?) -> AppWindow? {
    let before = chosen
    // The process, and so its windows, may be another one since the window was known.
    chosen = window.map { runtime.window(numbered: $0.number) ?? runtime.windows[0] }
    return before
  }

  /// The controller that the user sees.
  package var top: Controller? { window.top }

  /// What the user can operate of the current screen: the menu while it is open. Of a long list the first rows.
  public var screen: Screen { wholeScreen().topmost }

  /// The current screen, with what is below the menu.
  ///
  /// - Parameter rows: Which rows of a long list; nil for the first ones.
  func wholeScreen(_ rows: Range<Int>? = nil) -> Screen { runtime.screen(in: window, window: rows) }

  /// The current screen; of a long list the rows to which the user has scrolled.
  package var visibleScreen: Screen { wholeScreen(window.scrolledRows) }

  /// The current screen if it was read since the last change; nil otherwise.
  package var lastScreen: Screen? { runtime.lastScreen(in: window, window: window.scrolledRows) }

  /// The visible screen as text.
  ///
  /// The layout has the time of a turn, or that of the script that runs; what exceeds it is missing.
  package func dump(width: Int = 72) -> String { runtime.text(of: visibleScreen, width: width) }

  /// The screen as text for a message, without most rows of a long one.
  package var excerpt: String { visibleScreen.excerpt { runtime.text(of: $0, width: 72) } }

  /// Tells an observer of each action from now on. It is not kept.
  package func add(observer: any DriverObserver) {
    observers.removeAll { $0() == nil || $0() === observer }
    observers.append { [weak observer] in observer }
  }

  /// Adds an action that was performed without the driver to `actions`.
  ///
  /// - Parameters:
  ///   - name: The function of the application object that performs it; by default the text.
  ///   - arguments: Those of the function.
  package func remember(_ action: String, call name: String? = nil, _ arguments: [JSONValue] = []) {
    remember(action, .call(name ?? action, arguments))
  }

  private func remember(_ action: String, _ observation: DriverObservation) {
    let text = window.number == 1 ? action : "window \(window.number): \(action)"
    remembered.append((runningSteps(), text))
    if remembered.count > Self.limit { remembered.removeFirst() }
    steps.append((window.number, window.dialogs.first?.id, placeOfStep()))
    if steps.count > Self.limit { steps.removeFirst() }
    for observer in observers { observer()?.willPerform(observation, text, of: self) }
  }

  /// The line of the step that opened the dialog on the screen; nil if no remembered step did.
  package var placeOfDialog: Diagnostic.Place? {
    guard let open = window.dialogs.first?.id else { return nil }
    return steps.last { $0.window == window.number && $0.dialog != open }?.place
  }

  /// Removes all actions, because another test drives the application from now on.
  package func forgetActions() { (remembered, steps) = ([], []) }

  /// Taps an element: an action of the open alert or sheet, else a bar button, a row, the title, or the button in a
  /// row.
  ///
  /// - Throws: `locator.none`, `locator.ambiguous`; `action.impossible` with the reason when the user could not tap it;
  ///   what a function of the application has failed with: everything that the action changed is rolled back then;
  ///   `application.stopped`, `application.closed`; `app.turn` while a function runs.
  public func tap(_ locator: Locator) throws {
    try checkActions()
    try throwingFailure { try performTap(locator) }
  }

  /// Performs actions as `tap` does: what the application fails with first is thrown.
  package func throwingFailure<Result>(_ body: () throws -> Result) throws -> Result {
    failure = nil
    defer { failure = nil }
    let result = try body()
    if let failure { throw failure }
    return result
  }

  /// Performs an action that names its element by an identifier, as a remote renderer sends it.
  ///
  /// - Throws: What `AppRuntime.perform` throws; `action.stale` for an action that is meant for another screen.
  package func perform(remote action: Action) throws {
    let shown = Action(screen.masked(action.screenAction), instance: action.instance)
    try perform(action.screenAction, "action \(try shown.jsonValue.json())", instance: action.instance)
  }

  /// Performs an action on the screen that is shown.
  package func perform(_ action: ScreenAction) throws { try perform(remote: Action(action)) }

  func perform(
    _ action: ScreenAction, _ text: String, window rows: Range<Int>? = nil, instance: Int? = nil
  ) throws {
    remember(text, .action(action, window: rows))
    let failed = try runtime.failure(of: action, in: window, window: rows, instance: instance)
    failure = failure ?? failed
  }
}

extension ScreenAction {
  /// What is typed.
  package var enteredText: String? {
    switch self {
    case .edit(_, .text(let text)), .typeInAlert(_, _, let text): text
    default: nil
    }
  }

  /// The action without what is entered.
  package var withoutText: ScreenAction {
    switch self {
    case .edit(let row, _): .edit(row, .text(Secrets.mask))
    case .typeInAlert(let dialog, let field, _): .typeInAlert(dialog, field: field, text: Secrets.mask)
    default: self
    }
  }
}

extension Screen {
  /// Returns the action without the text that it types into a secure field of this screen.
  func masked(_ action: ScreenAction) -> ScreenAction {
    switch action {
    case .edit(let row, _) where self.row(row)?.control?.isSecure == true: action.withoutText
    case .typeInAlert(_, let field, _)
    where alert?.fields.indices.contains(field) == true && alert?.fields[field].isSecure == true:
      action.withoutText
    default: action
    }
  }
}
