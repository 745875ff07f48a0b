/// The screens of an application and the ways between them, without data: more rows, or another test, change numbers
/// alone.
package struct FlowMap: Sendable {
  package struct Screen: Sendable {
    package let place: FlowPlace
    package var visits = 0
    /// The shortest flow from a launch; nil for a screen that was not reached.
    package var flow: [ExploredStep]?
    /// The statements of a test that perform it.
    package var lines: [String] = []
    /// Whether the application sends requests on the way.
    package var sendsRequests = false
    package var tests: Set<String> = []

    /// Whether its flow is shorter than that of the same screen on another map, or the only one.
    fileprivate func isReachedBefore(_ other: Screen) -> Bool {
      guard visits > 0, other.visits > 0 else { return visits > 0 }
      return (flow?.count ?? lines.count) < (other.flow?.count ?? other.lines.count)
    }
  }

  package struct Way: Sendable, Hashable, Comparable {
    package let from: String
    package let to: String
    package let action: String
    /// Whether a timer or an answer has opened the screen.
    package let isAutomatic: Bool

    package static func < (a: Self, b: Self) -> Bool {
      (a.from, a.to, a.action, a.isAutomatic ? 1 : 0) < (b.from, b.to, b.action, b.isAutomatic ? 1 : 0)
    }
  }

  package struct Transition: Sendable {
    package var count = 0
    /// What the elements show that it was performed on: several for the actions of several dialogs.
    package var labels: Set<String> = []
    package var tests: Set<String> = []

    package var label: String { labels.sorted().joined(separator: ", ") }
  }

  package private(set) var screens: [String: Screen] = [:]
  package private(set) var transitions: [Way: Transition] = [:]
  /// The segues that the script declares, by the names of controllers.
  package private(set) var declared: Set<[String]> = []

  package init() {}

  /// Adds a visit of a screen.
  package mutating func visit(
    _ place: FlowPlace, flow: [ExploredStep]? = nil, lines: [String]? = nil, test: String? = nil
  ) {
    var screen = screens[place.id] ?? Screen(place: place)
    if let flow, screen.flow.map({ flow.count < $0.count }) ?? true { screen.flow = flow }
    if let lines, screen.visits == 0 || lines.count < screen.lines.count { screen.lines = lines }
    screen.visits += 1
    if let test { screen.tests.insert(test) }
    screens[place.id] = screen
  }

  package mutating func set(lines: [String], sendsRequests: Bool, of id: String) {
    screens[id]?.lines = lines
    screens[id]?.sendsRequests = sendsRequests
  }

  package mutating func add(
    _ from: FlowPlace, _ to: FlowPlace, action: String, label: String, isAutomatic: Bool, test: String? = nil
  ) {
    let way = Way(from: from.id, to: to.id, action: action, isAutomatic: isAutomatic)
    var transition = transitions[way] ?? Transition()
    transition.count += 1
    if !label.isEmpty { transition.labels.insert(label) }
    if let test { transition.tests.insert(test) }
    transitions[way] = transition
  }

  /// Adds the screens and segues that a script declares.
  package mutating func declare(_ definition: AppDefinition) {
    let names = definition.controllerNames
    let reached = Set(screens.values.map(\.place.controller))
    for name in names where !reached.contains(name) { screens[name] = Screen(place: FlowPlace(controller: name)) }
    for segue in DefinitionCheck.segues(of: definition) where names.contains(segue.to) {
      declared.insert([segue.from, segue.to])
    }
  }

  /// Removes the labels that show data.
  package mutating func keepTitles(_ texts: ScriptTexts) {
    for (way, transition) in transitions {
      let screen = controller(way.from)
      transitions[way]?.labels = transition.labels.filter { texts.isTitle($0, of: way.action, on: screen) }
    }
  }

  package mutating func merge(_ other: FlowMap) {
    screens.merge(other.screens) { own, new in
      // The flow of one, with its statements.
      var screen = new.isReachedBefore(own) ? new : own
      screen.visits = own.visits + new.visits
      screen.tests = own.tests.union(new.tests)
      return screen
    }
    transitions.merge(other.transitions) { own, new in
      Transition(
        count: own.count + new.count, labels: own.labels.union(new.labels), tests: own.tests.union(new.tests))
    }
    declared.formUnion(other.declared)
  }

  // MARK: In order

  package var sortedScreens: [(id: String, screen: Screen)] {
    screens.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func controller(_ id: String) -> String { screens[id]?.place.controller ?? id }

  /// The names of the controllers between which a segue is declared that nothing has followed.
  package var unfollowed: [(from: String, to: String)] {
    let followed = Set(transitions.keys.map { [controller($0.from), controller($0.to)] })
    return declared.subtracting(followed).sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1]) }
  }

  /// The transitions, and the declared segues that nothing has followed.
  package var sortedTransitions: [(way: Way, transition: Transition, isDeclared: Bool)] {
    // A controller may have been reached in its edit mode, or with a dialog, alone.
    func node(_ controller: String) -> String {
      screens[controller] != nil
        ? controller : sortedScreens.first { $0.screen.place.controller == controller }?.id ?? controller
    }
    let found = transitions.map { way, transition in
      (way, transition, declared.contains([controller(way.from), controller(way.to)]))
    }
    let others = unfollowed.map { from, to in
      (Way(from: node(from), to: node(to), action: "", isAutomatic: false), Transition(), true)
    }
    return (found + others).sorted { $0.0 < $1.0 }
  }
}
