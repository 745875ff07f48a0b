/// Which controllers are on the screen.
extension AppRuntime {
  /// The controller that a person sees.
  public var top: Controller? { presentations.last?.last }

  /// The names of all controllers, bottom first.
  public var stack: [String] { presentations.flatMap { $0.map(\.name) } }

  /// All controllers, bottom first.
  var controllers: [Controller] { presentations.flatMap(\.self) }

  public func controller(_ handle: RuntimeHandle) -> Controller? {
    controllers.first { $0.handle == handle }
  }

  /// Screens lie at most this deep on each other; segues that lead in a circle would pile them up without end.
  static let maximumDepth = 100

  /// Goes to a controller by name.
  ///
  /// - Throws: `controller.unknown` with the nearest name, `navigation.depth`.
  public func go(
    to name: String, context: EntityID?, from: Controller? = nil, kind: Segue.Kind = .push, editing: Bool = false
  ) throws {
    guard let definition = definition.controller(named: name) else {
      throw Diagnostic(
        "controller.unknown", "there is no controller \"\(name)\"",
        hint: NearestName.hint(for: name, in: self.definition.controllerNames))
    }
    guard controllers.count < Self.maximumDepth else {
      throw Diagnostic(
        "navigation.depth",
        "\(Self.maximumDepth) screens lie on each other; the way here leads in a circle: \(stack.suffix(3).joined(separator: " → ")) → \(name)"
      )
    }
    let previous = from ?? top
    let given = context ?? previous?.modelContext ?? store.root(named: ModelStore.defaultModelName)
    let controller = make(definition, given, previous)
    if editing || (previous?.isEditing == true && controller.properties.bool("editInherit")) {
      controller.setEditing(true)
    }
    if kind == .present || presentations.isEmpty {
      presentations.append([controller])
    } else {
      presentations[presentations.count - 1].append(controller)
    }
    controller.didAppear()
  }

  func make(_ definition: ComponentClass, _ context: EntityID?, _ previous: Controller?) -> Controller {
    let handle = makeHandle(.controller)
    switch definition.kind {
    case .list:
      return ListController(definition, context: context, handle: handle, previous: previous, services: self)
    case .selection:
      return SelectionController(definition, context: context, handle: handle, previous: previous, services: self)
    default:
      return DetailController(definition, context: context, handle: handle, previous: previous, services: self)
    }
  }

  /// Goes back to the controller before. - Throws: `action.impossible` on the lowest one.
  public func back() throws {
    guard let current = presentations.last, current.count > 1 else {
      let hint = presentations.count > 1 ? "it was presented; close it" : nil
      throw Diagnostic("action.impossible", "there is nothing to go back to from \"\(top?.name ?? "")\"", hint: hint)
    }
    presentations[presentations.count - 1].removeLast()
  }

  /// Closes the topmost modal presentation. - Throws: `action.impossible` when there is none.
  public func dismiss() throws {
    guard presentations.count > 1 else {
      throw Diagnostic(
        "action.impossible", "\"\(top?.name ?? "")\" was not presented and cannot be closed",
        hint: (presentations.last?.count ?? 0) > 1 ? "go back" : nil)
    }
    presentations.removeLast()
  }

  /// Takes a controller and what is above it away; the lowest one of all stays.
  func remove(_ controller: Controller) {
    for (index, presentation) in presentations.enumerated() {
      guard let position = presentation.firstIndex(where: { $0 === controller }) else { continue }
      presentations.removeSubrange((index + 1)...)
      if position > 0 {
        presentations[index].removeSubrange(position...)
      } else if index > 0 {
        presentations.removeLast()
      } else {
        presentations[0].removeSubrange(1...)
      }
      return
    }
  }

  /// Controllers that show an entity that has left its model leave too.
  func leaveGoneContexts() {
    for controller in controllers {
      guard let context = controller.modelContext, !store.isManaged(context) else { continue }
      return remove(controller)
    }
  }
}
