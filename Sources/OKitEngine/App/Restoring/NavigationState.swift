/// The open screens and what the user has chosen on them, in a form that outlives their runtime.
package struct NavigationState: Sendable, Hashable {
  /// Where the context of a controller comes from.
  enum Context: Sendable, Hashable {
    /// The default context of the content, and the root of the default model: what they are in the other runtime.
    case content, model
    /// Nil for an entity that is gone.
    case entity(EntityAddress?)
  }

  struct ScreenState: Sendable, Hashable {
    var name: String
    /// The number of the handle of its controller, which it keeps: it is the same screen.
    var instance: UInt32
    var context: Context
    /// The controller that has opened it, as an index into `screens`; also one that was closed since.
    var opener: Int?
    /// Whether it is on a stack.
    var isOpen = true
    var view = ViewState()
  }

  struct ContainerState: Sendable, Hashable {
    /// The class that a script has defined; nil for the stack around a controller.
    var name: String?
    var context: Context
    /// The screens of each stack, as indices into `screens`, the lowest first.
    var stacks: [[Int]]
    /// The index of the selected tab.
    var selected: Int
  }

  struct ContentState: Sendable, Hashable {
    var name: String
    /// The entity that it was opened with; nil for the default context.
    var context: Context?
    var container: ContainerState
  }

  /// All controllers in the order in which they were made. A controller follows the one that has opened it.
  var screens: [ScreenState] = []
  /// The cached contents of the application, and the name of the one that is shown; nil when no screen is open.
  var contents: [ContentState] = []
  var shownContent: String?
  /// The menu, once it has been opened.
  var menu: ContainerState?
  var isMenuOpen = false
  /// What is presented, the lowest first.
  var presented: [ContainerState] = []
}

/// The open screens of a window.
package struct WindowState: Sendable, Hashable {
  let number: Int
  let navigation: NavigationState
}

extension AppRuntime {
  /// The open screens of the window that is used. O(open screens).
  var navigationState: NavigationState { NavigationCapture(containers.window, store).state }

  /// The open screens of all windows, also those that the cover hides. O(open screens).
  var windowStates: [WindowState] {
    windows.map { window in
      coveredWindows?.first { $0.number == window.number }
        ?? WindowState(number: window.number, navigation: NavigationCapture(window.container, store).state)
    }
  }
}

/// Makes the state of the open screens of a window.
private struct NavigationCapture {
  private let store: ModelStore
  private(set) var state: NavigationState
  /// The indices of the controllers, by the numbers of their handles.
  private var indices: [UInt32: Int] = [:]

  init(_ window: WindowContainer, _ store: ModelStore) {
    self.store = store
    state = NavigationState(shownContent: window.contentName, isMenuOpen: window.isMenuOpen)
    addScreens(of: window)
    state.contents = window.contentNames.compactMap { name in
      window.content(named: name).map { content in
        NavigationState.ContentState(
          name: name, context: window.context(ofContent: name).map { .entity(store.address(of: $0)) },
          container: container(content))
      }
    }
    state.menu = window.menu.map(container)
    var next = window.presented
    while let presented = next {
      state.presented.append(container(presented))
      next = presented.presented
    }
  }

  /// Adds all controllers, and those that are closed but have opened others.
  private mutating func addScreens(of window: Container) {
    var all: [UInt32: (controller: Controller, isOpen: Bool)] = [:]
    window.forEachController { all[$0.handle.id] = ($0, true) }
    for open in Array(all.values) {
      var opener = open.controller.previous
      while let controller = opener, all[controller.handle.id] == nil {
        all[controller.handle.id] = (controller, false)
        opener = controller.previous
      }
    }
    for (number, entry) in all.sorted(by: { $0.key < $1.key }) {
      indices[number] = state.screens.count
      let controller = entry.controller
      state.screens.append(
        NavigationState.ScreenState(
          name: controller.name, instance: number, context: context(controller.modelContext, controller.contextOrigin),
          opener: controller.previous.flatMap { indices[$0.handle.id] }, isOpen: entry.isOpen,
          view: entry.isOpen ? controller.viewState : ViewState()))
    }
  }

  private func container(_ container: Container) -> NavigationState.ContainerState {
    let tabs = container as? TabContainer
    let (entity, origin) =
      tabs.map { ($0.context.entity, $0.context.origin) }
      ?? container.controllers.first.map { ($0.modelContext, $0.contextOrigin) } ?? (nil, .content)
    return NavigationState.ContainerState(
      name: container.definition?.name, context: context(entity, origin),
      stacks: container.stacks.map { $0.controllers.compactMap { indices[$0.handle.id] } },
      selected: tabs?.selected ?? 0)
  }

  private func context(_ entity: EntityID?, _ origin: ControllerContext.Origin) -> NavigationState.Context {
    switch origin {
    case .content: .content
    case .model: .model
    case .entity: .entity(entity.flatMap(store.address))
    }
  }
}
