/// What a search has reached, each with a flow to it.
struct Archive: Sendable {
  /// Why a flow is kept.
  enum Reason: Int, Sendable, CaseIterable {
    /// It leads to a state.
    case state
    /// Its last two actions have led from one place over another one to a third.
    case pair
    /// A place was reached after an action, whatever was between them: what the action has changed may be invisible.
    case history
    /// Its last action was the first one to reach an outcome of a condition or binding, a line or a function.
    case coverage
    /// Its last steps have led back to the place before them. Several times, they may do what once they do not.
    case loop
  }

  struct Entry: Sendable {
    let key: String
    let reason: Reason
    /// The place of the state.
    let place: String
    /// A flow from a launch, as short as any so far.
    var steps: [ExploredStep]
    /// The same without detours, which may be a part of it.
    var direct: [ExploredStep]
    /// The number of the last steps that have led back to a place; 0 for other reasons.
    let loop: Int
    /// How much more often than others it is chosen.
    let worth: Double
    /// How often the state was reached, and how often the search has returned to it.
    var visits = 0
    var returns = 0
  }

  private(set) var entries: [Entry] = []
  /// How often the places were reached, and all together.
  private var visitsOfPlaces: [String: Int] = [:]
  private(set) var visits = 0
  private var places: [String: Int] = [:]
  /// Longer flows cost more than what is found at their ends.
  private static let maximumLength = 160
  /// The reasons of which one is chosen, each as often as its share.
  private static let reasons: [Reason] = [.state, .state, .pair, .history, .coverage, .loop]
  private static let maximumCount = 20_000

  /// Notes that a state was reached.
  ///
  /// - Parameters:
  ///   - steps: The flow from the launch.
  ///   - count: The length of the flow without detours.
  ///   - loop: The number of the last steps that have led back to a place.
  ///   - worth: How much more often than others it is chosen.
  ///   - direct: Returns the flow without detours.
  mutating func note(
    _ key: String, _ reason: Reason, at place: String, _ steps: [ExploredStep], _ count: Int, loop: Int = 0,
    worth: Double = 1, direct: () -> [ExploredStep]
  ) {
    if reason == .state {
      visitsOfPlaces[place, default: 0] += 1
      visits += 1
    }
    if let known = places[key] {
      entries[known].visits += 1
      if count < entries[known].direct.count { entries[known].direct = direct() }
      if steps.count < entries[known].steps.count { entries[known].steps = steps }
      return
    }
    guard count <= Self.maximumLength, entries.count < Self.maximumCount else { return }
    places[key] = entries.count
    let direct = direct()
    entries.append(
      Entry(
        key: key, reason: reason, place: place, steps: steps.count <= Self.maximumLength ? steps : direct,
        direct: direct, loop: loop, worth: worth, visits: 1))
  }

  /// Chooses a state to return to, one that was seldom reached or returned to: of all, or of those at a place that was
  /// seldom reached, because most states are at the places that are reached most.
  ///
  /// - Parameter atRarePlace: Whether it is at such a place in any case.
  /// - Returns: A flow, and the number of its last steps that are worth being repeated.
  mutating func choose(
    _ generator: inout SplitMix64, atRarePlace: Bool = false
  ) -> (steps: [ExploredStep], loop: Int)? {
    guard let reason = Self.reasons.randomElement(using: &generator) else { return nil }
    var candidates = entries.indices.filter { entries[$0].reason == reason }
    var known: Set<String> = []
    let places = candidates.map { entries[$0].place }.filter { known.insert($0).inserted }
    let place = Self.choose(places, &generator) { 1 / (1 + Double(visitsOfPlaces[$0] ?? 0)) }
    // What an action has changed elsewhere may be what matters.
    if reason != .loop, atRarePlace || Bool.random(using: &generator) {
      candidates = candidates.filter { entries[$0].place == place }
    }
    let chosen = Self.choose(candidates, &generator) { index in
      let entry = entries[index]
      // A loop that was often reached was not repeated for that.
      let visits = entry.reason == .loop ? entry.returns : entry.visits
      let rarity = 1 / (Double(1 + visits) * Double(1 + entry.returns))
      return entry.worth * rarity / (8 + Double(entry.direct.count)).squareRoot()
    }
    guard let chosen else { return nil }
    entries[chosen].returns += 1
    let entry = entries[chosen]
    // A detour may have changed what no state shows.
    return (generator.nextFraction() < 0.8 ? entry.direct : entry.steps, entry.loop)
  }

  /// How often a state was reached.
  func visits(of state: String) -> Int { places[state].map { entries[$0].visits } ?? 0 }

  private static func choose<Element>(
    _ elements: [Element], _ generator: inout SplitMix64, weight: (Element) -> Double
  ) -> Element? {
    let weights = elements.map(weight)
    var wanted = generator.nextFraction() * weights.reduce(0, +)
    for (element, weight) in zip(elements, weights) {
      wanted -= weight
      if wanted <= 0 { return element }
    }
    return elements.last
  }

  /// Adds what another part of the search has reached since this archive was copied for it.
  mutating func merge(_ other: Archive, since copy: Archive) {
    visits += other.visits - copy.visits
    for (place, count) in other.visitsOfPlaces {
      visitsOfPlaces[place, default: 0] += count - (copy.visitsOfPlaces[place] ?? 0)
    }
    for (place, entry) in other.entries.enumerated() {
      let known = place < copy.entries.count ? copy.entries[place] : nil
      let visits = entry.visits - (known?.visits ?? 0)
      let returns = entry.returns - (known?.returns ?? 0)
      if let own = places[entry.key] {
        entries[own].visits += visits
        entries[own].returns += returns
        if entry.steps.count < entries[own].steps.count { entries[own].steps = entry.steps }
        if entry.direct.count < entries[own].direct.count { entries[own].direct = entry.direct }
      } else if entries.count < Self.maximumCount {
        places[entry.key] = entries.count
        entries.append(entry)
      }
    }
  }
}
