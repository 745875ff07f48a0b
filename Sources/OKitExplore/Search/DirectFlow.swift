/// A flow without the steps that have led back to a state: a shorter way to the same state, unless something has
/// changed that no state shows.
struct DirectFlow: Sendable {
  /// The steps that stay.
  private let beginning: [ExploredStep]
  /// The steps since then, those between two states together.
  private var path: [[ExploredStep]] = []
  /// The state before the path, and that after each part of it.
  private var states: [String]
  private var places: [String: Int]
  private(set) var count: Int

  /// - Parameter state: The state after the steps that stay.
  init(after beginning: [ExploredStep] = [], _ state: String) {
    (self.beginning, count) = (beginning, beginning.count)
    (states, places) = ([state], [state: 0])
  }

  var steps: [ExploredStep] { beginning + path.joined() }

  /// Adds steps that have led to a state.
  mutating func add(_ steps: some Collection<ExploredStep>, _ state: String) {
    guard let place = places[state] else {
      path.append(Array(steps))
      states.append(state)
      places[state] = path.count
      count += steps.count
      return
    }
    while path.count > place {
      count -= path.removeLast().count
      places[states.removeLast()] = nil
    }
  }
}
