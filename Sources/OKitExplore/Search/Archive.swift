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
    /// How often the state was reached, and how often the search has returned to it.
    var visits = 0
    var returns = 0
  }

  private(set) var entries: [Entry] = []
  /// How often the places were reached.
  private var visits: [String: Int] = [:]
  private var places: [String: Int] = [:]
  /// Longer flows cost more than what is found at their ends.
  private static let maximumLength = 160
  private static let maximumCount = 20_000

  /// Notes that a state was reached.
  ///
  /// - Parameters:
  ///   - steps: The flow from the launch.
  ///   - direct: A flow without detours, and its length.
  mutating func note(
    _ key: String, _ reason: Reason, at place: String, _ steps: [ExploredStep], _ count: Int,
    direct: () -> [ExploredStep]
  ) {
    if reason == .state { visits[place, default: 0] += 1 }
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
        direct: direct, visits: 1))
  }

  /// Chooses a state to return to, one that was seldom reached or returned to: of all, or of those at a place that was
  /// seldom reached, because most states are at the places that are reached most.
  mutating func choose(_ generator: inout SplitMix64) -> [ExploredStep]? {
    guard let reason = Reason.allCases.randomElement(using: &generator) else { return nil }
    var candidates = entries.indices.filter { entries[$0].reason == reason }
    var known: Set<String> = []
    let places = candidates.map { entries[$0].place }.filter { known.insert($0).inserted }
    let place = Self.choose(places, &generator) { 1 / (1 + Double(visits[$0] ?? 0)) }
    // What an action has changed elsewhere may be what matters.
    if Bool.random(using: &generator) { candidates = candidates.filter { entries[$0].place == place } }
    let chosen = Self.choose(candidates, &generator) { index in
      let entry = entries[index]
      let rarity = 1 / ((1 + Double(entry.visits)) * Double(1 + entry.returns))
      return rarity / (8 + Double(entry.direct.count)).squareRoot()
    }
    guard let chosen else { return nil }
    entries[chosen].returns += 1
    // A detour may have changed what no state shows.
    return generator.nextFraction() < 0.8 ? entries[chosen].direct : entries[chosen].steps
  }

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
    for (place, count) in other.visits { visits[place, default: 0] += count - (copy.visits[place] ?? 0) }
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
