/// Opening other screens, and closing this one.
extension Controller {
  /// Reports that the controller closes because its entity is in no model.
  final func reportMisplacedContext() {
    let type = modelContext.flatMap(store.type(of:))?.name ?? "entity"
    services.report(
      Diagnostic(
        "controller.noModel", "\"\(name)\" closes, because its \(type) is in no model", place: definition.place,
        hint: "add the entity to a model before, or open it in an okit.ModelForm"))
  }

  /// Opens a screen for an entity, through the script's `navigate` if there is one.
  final func open(_ segue: Segue, _ context: EntityID?) throws {
    guard shownController === self else { return try shownController.open(segue, context) }
    guard overrides(.navigate) else { return try perform(segue, context) }
    // The built-in function opens the screen of the row or button that was tapped.
    openedSegue = segue
    defer { openedSegue = nil }
    try runFunction(.navigate, [context.map(Value.entity) ?? .null])
  }

  /// Opens the screen of a segue, after the script's `prepare` if there is one, which may choose another entity.
  ///
  /// - Parameter editing: Whether the screen begins in edit mode.
  final func perform(_ segue: Segue, _ context: EntityID?, editing: Bool = false) throws {
    guard shownController === self else {
      return try shownController.perform(segue, context, editing: editing)
    }
    guard overrides(.prepare) else {
      return services.navigate(to: segue, context: context, from: self, editing: editing)
    }
    let description: Value = .map([
      "to": .string(segue.to), "kind": .string(segue.kind.rawValue), "editing": .bool(editing),
    ])
    try runFunction(.prepare, [description, context.map(Value.entity) ?? .null]) { [reference] result in
      // The function has waited, and the screen was left meanwhile.
      guard let own = reference.object, !own.isEnded else { return }
      var chosen = context
      if let entity = FunctionResult.entity.convert(result, own.evaluator), case .entity(let entity) = entity {
        chosen = entity
      } else if !result.isNull {
        own.functions.refuse(.prepare, "must return an entity or nil, got \(own.store.summary(result))")
      }
      own.services.navigate(to: segue, context: chosen, from: own, editing: editing)
    }
  }

  /// Runs a built-in function of navigation.
  final func runNavigation(_ function: OverridableFunction, _ arguments: [Value]) throws {
    switch function {
    case .navigate: try navigate(arguments.first ?? .null)
    case .onCloseTap:
      try endFields { [reference] in
        try reference.object?.askToLeave { try reference.object?.runFunction(.close) }
      }
    case .close: services.close(self)
    case .returnToRoot: services.returnToRoot()
    default: break
    }
  }

  /// Shows an alert or a sheet in the window of the controller.
  final func showDialog(_ dialog: DialogRequest) { services.show(dialog, from: self) }

  // MARK: Leaving

  /// Calls `leave` after the input of the fields was written or discarded, unless another screen is shown by then.
  ///
  /// - Throws: `action.impossible` while `willClose` is being asked.
  final func endFields(then leave: @escaping () throws -> Void) throws {
    try checkNotAsked()
    // Nothing runs before, so that the same screen is shown.
    guard fields?.isInUse == true else { return try leave() }
    let leaveIfShown = whileShown(leave)
    if try fields?.mayLeave(leaveIfShown) ?? true { try leaveIfShown() }
  }

  /// Calls `leave`, unless `willClose` is false. A function of the script may wait; `leave` then runs later, unless
  /// another screen is shown by then.
  ///
  /// - Throws: `action.impossible` while `willClose` is being asked.
  final func askToLeave(_ leave: @escaping () throws -> Void) throws {
    try checkNotAsked()
    guard services.isOpen(self) else { return }
    let (name, key) = (OverridableFunction.willClose.name, Self.keys.willClose)
    if properties.isConstant(key), definition.function(named: name) == nil {
      // Nothing runs before, so that the same screen is shown.
      if properties[key] { do { try leave() } catch { services.fail(error) } }
      return
    }
    let leaveIfShown = whileShown(leave)
    isAskedToLeave = true
    services.whenRolledBack { [reference] in reference.object?.isAskedToLeave = false }
    let answer = { [reference] (answer: Result<Value, Diagnostic>) in
      guard let own = reference.object else { return }
      own.isAskedToLeave = false
      guard case .success(let mayLeave) = answer, mayLeave != .bool(false), own.services.isOpen(own) else { return }
      do { try leaveIfShown() } catch { own.services.fail(error) }
    }
    if let function = definition.function(named: name) {
      services.start(
        function, receiver: .handle(handle), arguments: [], origin: definition.functionOrigin(name), ended: answer)
    } else if case .function(let function)? = properties.given(key) {
      // It runs each time, as that of an action.
      let receiver = effectiveContext.map(Value.entity) ?? .null
      services.start(
        function, receiver: receiver, arguments: [.handle(handle)], origin: origin(name), ended: answer)
    } else {
      answer(.success(.bool(properties[key])))
    }
  }

  /// - Throws: `action.impossible` while `willClose` is being asked.
  private func checkNotAsked() throws {
    guard isAskedToLeave else { return }
    throw impossible("\"\(name)\" is being left already: its willClose has not returned")
  }

  /// Returns a function that does nothing once another screen is shown.
  private func whileShown(_ leave: @escaping () throws -> Void) -> () throws -> Void {
    let shown = services.shown(around: self)?.reference
    return { [reference] in
      if let own = reference.object, own.services.shown(around: own) === shown?.object { try leave() }
    }
  }

  private func navigate(_ argument: Value) throws {
    var context = effectiveContext
    switch argument {
    case .entity(let entity): context = entity
    case .null: break
    default: throw Diagnostic("controller.argument", "navigate needs an entity, got \(store.summary(argument))")
    }
    guard let segue = openedSegue ?? segue(for: context) else {
      throw Diagnostic("controller.argument", "\"\(name)\" has no segue to navigate to", place: definition.place)
    }
    try perform(segue, context)
  }
}
