/// The services of an application for its controllers.
package protocol ControllerServices: AnyObject {
  var evaluator: Evaluator { get }
  /// The cells whose functions a script overrides, by their handles.
  var cells: CellTable { get }
  /// The views whose functions a script overrides, by their handles.
  var views: PartTable<ScriptedView> { get }
  /// What controllers that were left no longer need, for the next ones of their classes.
  var reusePool: ReusePool { get }
  /// A program that evaluates to its context; stands where a function is the property.
  var emptyProgram: BindingProgram { get }
  /// Counts what the definitions do; nil unless coverage is measured.
  var coverage: DefinitionCoverage? { get }

  /// Returns the text of okit itself for a key in the language of the application.
  func text(_ key: StaticString) -> String

  func report(_ diagnostic: Diagnostic)

  /// Rolls the current turn back at its end because of an error; outside of a turn, reports the error.
  func fail(_ error: any Error)

  /// Runs a part of the turn, or a turn of its own outside of one. A failure is reported.
  func runTurn(_ body: () throws -> Void)

  /// Tells the open screens that a property of an entity has changed; nil for any of its properties.
  func noteChange(of entity: EntityID, _ key: String?) throws

  /// Calls a function if the changes of the turn that runs now are rolled back, for state that is in no model.
  func whenRolledBack(_ restore: @escaping () -> Void)

  /// The controller class of that name; an unknown one is reported with the nearest name.
  func controllerClass(named name: String) -> ComponentClass?

  /// Calls a function later, as a turn. - Returns: A handle for `cancel`.
  func after(_ seconds: Double, _ body: @escaping () -> Void) -> RuntimeHandle

  func cancel(timer: RuntimeHandle)

  /// Shows an alert or a sheet in the window of a controller; several wait for each other.
  func show(_ dialog: DialogRequest, from controller: Controller)

  /// Opens a controller, pushed or presented as the segue says.
  ///
  /// - Parameter editing: whether it begins in edit mode.
  func navigate(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool)

  /// Closes a controller and everything above it.
  func close(_ controller: Controller)

  /// Goes to the root of each stack of the content, after everything that is presented was dismissed.
  func returnToRoot()

  /// Shows a content of the application; an empty name stands for the home.
  ///
  /// - Parameter context: its context; nil for the one that it has.
  /// - Throws: `controller.unknown` with the nearest name.
  func showContent(_ name: String, context: EntityID?) throws

  /// Shows the home of the application, with the default context, each of its stacks at its root, as the controller of
  /// the application does.
  func navigateToHome() throws

  /// The theme of the screens, as functions get it.
  var themeValue: Value { get }

  /// Chooses a theme for all screens, as the application does: one that functions have got, or its name.
  ///
  /// - Throws: `theme.unknown`, `theme.field`, `theme.color` and `theme.style`.
  func applyTheme(_ theme: Value) throws

  /// Calls a function of the menu that shows other content, unless the screen below the menu keeps its place.
  func leaveContent(_ leave: @escaping () throws -> Void) throws

  /// Closes the menu, if it is open.
  func closeMenu()

  /// Opens or closes the slide-in menu. - Throws: `action.impossible` without a menu.
  func toggleMenu() throws

  /// Forgets all contents, the menu and what is presented, and shows the home again.
  ///
  /// - Throws: `controller.unknown`, `controller.none`.
  func resetAll() throws

  /// The backups of the models; nil where the application cannot have any.
  var backups: (any ApplicationBackups)? { get }

  /// The class of the controller behind a handle, for messages.
  func definition(of controller: Value) -> ComponentClass?

  /// The fields of the controller with a handle; nil if it has none.
  func fields(of controller: Value) -> FieldEditor?

  /// Notes whether fields of a controller have input.
  func inputChanged(of controller: Controller)

  /// Returns the controller that the user sees in the window of a controller, or that is below its open menu.
  func shown(around controller: Controller) -> Controller?

  /// Whether the controller is still on a stack.
  func isOpen(_ controller: Controller) -> Bool

  /// Whether the controller is the lowest one of a modal presentation.
  func isPresented(_ controller: Controller) -> Bool

  /// Runs an action given as a property for effect: a binding in the context, or a function with context and
  /// controller. A failure takes the whole turn back and is reported with the property. `completion` runs when it has
  /// ended well.
  func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void)

  /// Starts a function of the host that overrides one of a controller; failures as with `run`. `ended` runs when it has
  /// ended, after a failure was reported.
  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    ended: @escaping (Result<Value, Diagnostic>) -> Void)
}

extension ControllerServices {
  package func text(_ key: StaticString) -> String { evaluator.environment.text(key.description) }

  /// Starts a function of the host. `completion` runs when it has ended well.
  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    start(
      function, receiver: receiver, arguments: arguments, origin: origin,
      ended: { if case .success(let value) = $0 { completion(value) } })
  }
}
