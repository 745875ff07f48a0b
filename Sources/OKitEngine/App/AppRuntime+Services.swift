/// What the runtime does for its controllers.
extension AppRuntime: ControllerServices {
  public func controllerClass(named name: String) -> ComponentClass? { definition.controller(named: name) }

  public func show(_ dialog: DialogRequest) { _ = open(dialog) }

  public func go(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool) {
    do {
      try go(to: segue.to, context: context, from: controller, kind: segue.kind, editing: editing)
    } catch { fail(error) }
  }

  public func leave(_ controller: Controller) { remove(controller) }

  public func definition(of controller: Value) -> ComponentClass? {
    guard case .handle(let handle) = controller else { return nil }
    return self.controller(handle)?.definition
  }

  public func isPresented(_ controller: Controller) -> Bool {
    presentations.dropFirst().contains { $0.first === controller }
  }

  public func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    switch action {
    case .binding(let program):
      var origin = origin
      origin.binding = program.text
      let note = "called from '\(program.quotedText)' \(origin.description)"
      evaluator.call(program, context, extra: extra, because: note) { [weak self] result in
        self?.finish(result.mapError { $0.from(origin).noting(note) }, completion)
      }
    case .function(let function):
      let receiver = context.map(Value.entity) ?? .null
      start(
        function, receiver: receiver, arguments: [.handle(controller.handle)] + extra, origin: origin,
        completion: completion)
    case .text, .list, .record, .component: break
    }
  }

  public func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    evaluator.because(origin.description) {
      evaluator.host?.start(function, receiver: receiver, arguments: arguments) { [weak self] result in
        self?.finish(result.mapError { $0.from(origin).noting(origin.description) }, completion)
      }
    }
  }

  private func finish(_ result: Result<Value, Diagnostic>, _ completion: (Value) -> Void) {
    switch result {
    case .success(let value): completion(value)
    case .failure(let diagnostic): fail(diagnostic)
    }
  }

  /// Takes the current turn back at its end; outside of one, only reports.
  public func fail(_ error: any Error) {
    let diagnostic = error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")
    guard turnDepth > 0 else { return report(diagnostic) }
    if turnFailure == nil { turnFailure = complete(diagnostic) }
  }
}
