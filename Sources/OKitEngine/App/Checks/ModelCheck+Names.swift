/// Controllers that read the default model, although the models are registered only under names.
extension ModelCheck {
  /// For each such controller that is reached without a context, its first property that reads its context.
  func readersOfDefault(from home: ComponentClass) -> [Diagnostic] {
    let store = evaluator.store
    guard !store.roots.isEmpty, store.root(named: ModelStore.defaultModelName) == nil else { return [] }
    if let application = definition.application {
      let path = application.values[ComponentDescriptor.applicationKeys.contextPath]
      if case .binding(let program)? = path, program.readsContext {
        var origin = application.origin("contextPath")
        origin.binding = program.text
        return problem(origin).map { [$0] } ?? []
      }
      if path != nil { return [] }
    }
    var found: [Diagnostic] = []
    var seen: Set<String> = []
    var waiting = definition.roots(of: home)
    while let controller = waiting.popLast() {
      guard seen.insert(controller.name).inserted else { continue }
      switch controller.values[Controller.keys.contextPath] {
      case nil: break
      case .binding(let program)? where program.readsContext:
        var origin = controller.origin("contextPath")
        origin.binding = program.text
        if let problem = problem(origin) { found.append(problem) }
        continue
      default: continue
      }
      if let problem = reader(withoutContextIn: controller).flatMap(problem) { found.append(problem) }
      waiting += Self.parts(withoutContextIn: controller).flatMap { part in
        part.values.slots.flatMap { value -> [ComponentClass] in
          if case .segue(let segue)? = value { definition.roots(ofContentNamed: segue.to) } else { [] }
        }
      }
    }
    return found
  }

  private func problem(_ reader: Diagnostic.Origin) -> Diagnostic? {
    evaluator.noDefaultModel(for: reader.binding ?? "").map { evaluator.problem($0, of: reader) }
  }

  private func reader(withoutContextIn controller: ComponentClass) -> Diagnostic.Origin? {
    let own = first(controller.values, controller.descriptor.table, where: Self.isOwn(controller), controller.origin)
    if let own { return own }
    for (index, section) in controller.sectionDefinitions.enumerated() {
      let found = first(section.values, SectionDefinition.fields) { controller.origin("sections[\(index + 1)].\($0)") }
      if let found = found ?? controller.sectionRows[index].flatMap(reader(withoutContextIn:)) { return found }
    }
    for part in Self.parts(withoutContextIn: controller) {
      let found = first(part.values, part.descriptor.table) { part.origin($0, of: controller) }
      if let found { return found }
    }
    return nil
  }

  /// Whether a property is read in the context of the controller; the others of a list are read for its rows.
  private static func isOwn(_ controller: ComponentClass) -> (PropertySchema) -> Bool {
    guard controller.descriptor.isKind(of: .list) else { return { _ in true } }
    let shared = Set(ComponentDescriptor.controller.table.names + ["forceUpdate", "autoDeselect"])
    return { $0.name == "dataPath" || shared.contains($0.name) }
  }

  /// The bar buttons and the cells of sections that have the controller's context. The rows of a list have entities.
  private static func parts(withoutContextIn controller: ComponentClass) -> [Component] {
    let bars = [Controller.keys.left, Controller.keys.right, Controller.keys.toolbar]
    let views = controller.values.component(Controller.keys.titleView).map { [$0] } ?? []
    let buttons = (bars.flatMap { controller.values.components($0) } + views).filter { $0.contextPath.readsContext }
    return buttons
      + controller.sectionDefinitions.flatMap(\.cells).filter { $0.values[Cell.keys.contextPath].readsContext }
  }
}

extension PropertyValue? {
  /// Whether a path to a context starts at the given context, as without one.
  fileprivate var readsContext: Bool {
    switch self {
    case nil: true
    case .binding(let program)?: program.readsContext
    default: false
    }
  }
}
