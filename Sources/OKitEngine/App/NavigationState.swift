/// Which screens lie on each other and what a person has chosen on them, in a form that outlives their runtime.
public struct NavigationState: Sendable, Hashable {
  struct Place: Sendable, Hashable {
    var name: String
    /// The id of the context; nil for the one that the controller would get by itself.
    var context: String?
    var view: ViewState
  }

  /// The presentations, the base one first; in each the pushed controllers, lowest first.
  var presentations: [[Place]]
}

extension AppRuntime {
  /// The screens as they lie on each other now.
  public var navigation: NavigationState {
    var lower: Controller?
    return NavigationState(
      presentations: presentations.map { presentation in
        presentation.map { controller in
          defer { lower = controller }
          let isInherited = controller.modelContext == inheritedContext(above: lower)
          let context = isInherited ? nil : controller.modelContext.flatMap(store.id(of:))
          return NavigationState.Place(name: controller.name, context: context, view: controller.viewState)
        }
      })
  }

  /// The context that a controller gets without being given one.
  private func inheritedContext(above lower: Controller?) -> EntityID? {
    let root = store.root(named: ModelStore.defaultModelName)
    return lower == nil ? applicationContext() ?? root : lower?.modelContext ?? root
  }

  /// Lays screens on each other as they lay elsewhere, up to the first one that is not there any more, or whose context
  /// is not.
  func restore(_ navigation: NavigationState) {
    for presentation in navigation.presentations {
      for (position, place) in presentation.enumerated() {
        guard let definition = definition.controller(named: place.name) else { return }
        var context = inheritedContext(above: top)
        if let id = place.context {
          guard let entity = store.find(id) else { return }
          context = entity
        }
        let controller = make(definition, context, top)
        if position == 0 {
          presentations.append([controller])
        } else {
          presentations[presentations.count - 1].append(controller)
        }
        controller.viewState = place.view
        controller.didAppear()
      }
    }
  }
}
