/// The services of the runtime for its controllers.
extension AppRuntime: ControllerServices {
  package var reusePool: ReusePool { containers.reusePool }

  package func text(_ key: StaticString) -> String { texts.text(key) }

  package func controllerClass(named name: String) -> ComponentClass? { definition.controller(named: name) }

  /// Returns the controller or the cell with a handle; nil when it is no longer on the screen. O(1).
  package func functionOwner(_ handle: RuntimeHandle) -> (any FunctionOwner)? {
    switch handle.kind {
    case .controller: controller(handle)
    case .cell: cells[handle]
    case .view: views[handle]
    case .application: application(for: handle)
    case .dialog, .timer, .observation, .call, .request: nil
    }
  }

  package func runTurn(_ body: () throws -> Void) { do { try turn(body) } catch { fail(error) } }

  package func noteChange(of entity: EntityID, _ key: String?) throws {
    store.graph.noteChange()
    for controller in containers.followers { try controller.noteChange(of: entity, key) }
  }

  package func after(_ seconds: Double, _ body: @escaping () -> Void) -> RuntimeHandle {
    timers.start(after: seconds, body)
  }

  package func cancel(timer: RuntimeHandle) { timers.cancel(timer) }

  package func show(_ dialog: DialogRequest, from controller: Controller) {
    inWindow(of: controller) { _ = open(dialog) }
  }

  package func navigate(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool) {
    coverage?.countSegue(segue, from: controller.definition)
    do {
      try inWindow(of: controller) {
        try navigate(to: segue.to, context: context, from: controller, kind: segue.kind, editing: editing)
      }
    } catch { fail(error) }
  }

  package func close(_ controller: Controller) { containers.remove(controller) }

  package func definition(of controller: Value) -> ComponentClass? {
    guard case .handle(let handle) = controller else { return nil }
    if handle.kind == .application { return application(for: handle)?.definition }
    return self.controller(handle)?.definition
  }

  package func fields(of controller: Value) -> FieldEditor? {
    guard case .handle(let handle) = controller, handle.kind == .controller else { return nil }
    return self.controller(handle)?.fields
  }

  package func inputChanged(of controller: Controller) { containers.inputChanged(of: controller) }

  package func shown(around controller: Controller) -> Controller? {
    inWindow(of: controller) { containers.window.belowMenu ?? containers.top }
  }

  package func isOpen(_ controller: Controller) -> Bool { containers.isOpen(controller) }

  package func isPresented(_ controller: Controller) -> Bool { containers.isPresented(controller) }

  package func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    coverage?.countAction(action, origin)
    inWindow(of: controller) {
      perform(action, context: context, controller: controller, extra: extra, origin: origin, completion: completion)
    }
  }

  private func perform(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    switch action {
    case .binding(let program) where evaluator.callsUnknownNames(program, context):
      let parts = program.partPrograms.compactMap(\.self)
      for (index, part) in parts.enumerated() {
        perform(.binding(part), context: context, controller: controller, extra: extra, origin: origin) {
          if index == parts.count - 1 { completion($0) }
        }
      }
    case .binding(let program):
      var origin = origin
      origin.binding = program.text
      let note = Diagnostic.Note.binding(.init(binding: program.quotedText, property: origin))
      if let call = evaluator.callOfUnknownName(program, context),
        let owner = definition.owner(ofFunction: call.name, in: controller.definition)
      {
        let arguments = evaluator.arguments(of: call, in: program, context) + extra
        do {
          if owner === controller.definition {
            try controller.runFunction(
              named: call.name, arguments, builtIn: try controller.builtIn(call.name), completion: completion)
          } else {
            try callApplicationFunction(named: call.name, arguments, completion: completion)
          }
        } catch {
          fail((error as? Diagnostic).map { located($0, origin, note) } ?? error)
        }
        return
      }
      evaluator.call(program, context, extra: extra, because: note, of: origin) { [reference] result in
        let runtime = reference.object
        runtime?.finish(result.mapError { runtime?.located($0, origin, note) ?? $0 }, completion)
      }
    case .function(let function):
      let receiver = context.map(Value.entity) ?? .null
      start(
        function, receiver: receiver, arguments: [.handle(controller.handle)] + extra, origin: origin,
        completion: completion)
    case .text, .list, .moreActions, .callouts, .segue, .component, .components, .sections: break
    }
  }

  package func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    ended: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    inWindow(of: receiver) {
      evaluator.because(.property(origin)) {
        evaluator.host?.start(function, receiver: receiver, arguments: arguments) { [reference] result in
          if case .failure(let diagnostic) = result, let runtime = reference.object {
            runtime.fail(runtime.located(diagnostic, origin, .property(origin)))
          }
          ended(result)
        }
      }
    }
  }

  /// Returns the failure of an action with its property; one without a place has that of the property.
  private func located(_ failure: Diagnostic, _ origin: Diagnostic.Origin, _ note: Diagnostic.Note) -> Diagnostic {
    failure.at(evaluator.place(of: origin)).from(origin).appending(note)
  }

  private func finish(_ result: Result<Value, Diagnostic>, _ completion: (Value) -> Void) {
    switch result {
    case .success(let value): completion(value)
    case .failure(let diagnostic): fail(diagnostic)
    }
  }
}
