/// What an exploration has seen and done, for choices, summaries and maps.
package struct ExplorationStatistics: Sendable {
  /// An action of a screen.
  package struct ActionKey: Sendable, Hashable, Comparable {
    package let screen: String
    package let action: String

    package static func < (a: Self, b: Self) -> Bool { (a.screen, a.action) < (b.screen, b.action) }
  }

  package var steps = 0
  package var launches = 0
  /// How often an action was possible, performed, and has changed something.
  package private(set) var possible: [ActionKey: Int] = [:]
  package private(set) var performed: [ActionKey: Int] = [:]
  package private(set) var effective: [ActionKey: Int] = [:]
  /// The titles of elements that have the same on every screen, such as buttons.
  package private(set) var labels: [ActionKey: String] = [:]
  package var map = FlowMap()
  /// The elements of actions that were possible and that definitions declare: with their verbs, buttons of scripts by
  /// their numbers in the definition, and actions of sheets by their titles.
  private(set) var elements: Set<ActionKey> = []

  package init() {}

  /// - Parameters:
  ///   - isInSheet: Whether the action is one of a sheet.
  ///   - number: The number of a button of a script in the definition.
  mutating func notePossible(_ action: PossibleAction, on screen: String, isInSheet: Bool, number: Int?) {
    let key = ActionKey(screen: screen, action: action.key)
    if let number, let bar = action.element.split(separator: ":").first {
      elements.insert(ActionKey(screen: screen, action: "\(bar) button \(number + 1)"))
    } else if isInSheet {
      elements.insert(ActionKey(screen: screen, action: "sheet \(action.label)"))
    } else if possible[key] == nil {
      elements.insert(key)
      let element = action.element.split(separator: "/").first.map(String.init) ?? ""
      elements.insert(ActionKey(screen: screen, action: element))
    }
    possible[key, default: 0] += 1
    if labels[key] == nil, ExploredStep.hasTitle(action.element) { labels[key] = action.label }
  }

  mutating func notePerformed(_ key: ActionKey, isChanged: Bool) {
    performed[key, default: 0] += 1
    if isChanged { effective[key, default: 0] += 1 }
  }

  mutating func merge(_ other: ExplorationStatistics) {
    steps += other.steps
    launches += other.launches
    possible.merge(other.possible, uniquingKeysWith: +)
    performed.merge(other.performed, uniquingKeysWith: +)
    effective.merge(other.effective, uniquingKeysWith: +)
    labels.merge(other.labels) { first, _ in first }
    elements.formUnion(other.elements)
    map.merge(other.map)
  }
}
