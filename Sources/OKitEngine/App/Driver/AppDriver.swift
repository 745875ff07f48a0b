/// Drives an application as the user does, by names: the command line and test scripts share it.
///
/// Only what is visible, enabled and not covered is actionable. Each call is one turn of the runtime or several, and
/// returns when the application is idle. A name that matches no element or several fails with `locator.none` or
/// `locator.ambiguous`, which list the elements and show the screen.
public final class AppDriver {
  /// The application; a relaunch replaces it.
  package var runtime: AppRuntime
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
  /// The dialog that was open before each remembered action, and the line that performed it.
  private var steps: [(dialog: DialogID?, place: Diagnostic.Place?)] = []

  /// The number of actions that are remembered.
  package static let limit = 20

  package init(_ runtime: AppRuntime) { self.runtime = runtime }

  /// What the user can operate of the current screen: the menu while it is open. Of a long list the first rows.
  public var screen: Screen { runtime.screen().topmost }

  /// The current screen; of a long list the rows to which the user has scrolled.
  package var visibleScreen: Screen { runtime.screen(window: runtime.scrolledRows) }

  /// The current screen if it was read since the last change; nil otherwise.
  package var lastScreen: Screen? { runtime.lastScreen(window: runtime.scrolledRows) }

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

  private func remember(_ text: String, _ action: DriverObservation) {
    remembered.append((runningSteps(), text))
    if remembered.count > Self.limit { remembered.removeFirst() }
    steps.append((runtime.dialogs.first?.id, placeOfStep()))
    if steps.count > Self.limit { steps.removeFirst() }
    for observer in observers { observer()?.willPerform(action, text, of: self) }
  }

  /// The line of the step that opened the dialog on the screen; nil if no remembered step did.
  package var placeOfDialog: Diagnostic.Place? {
    guard let open = runtime.dialogs.first?.id else { return nil }
    return steps.last { $0.dialog != open }?.place
  }

  /// Removes all actions, because another test drives the application from now on.
  package func forgetActions() { (remembered, steps) = ([], []) }

  /// Performs an action that names its element by an identifier, as a remote renderer sends it.
  ///
  /// - Throws: What `AppRuntime.perform` throws.
  package func perform(_ action: ScreenAction) throws {
    try perform(action, "action \(try screen.masked(action).jsonValue.json())")
  }

  func perform(_ action: ScreenAction, _ text: String, window: Range<Int>? = nil) throws {
    remember(text, .action(action, window: window))
    try runtime.perform(action, window: window)
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
