/// The states that a search has reached, each with a flow to it.
struct Archive: Sendable {
  /// Why a flow is kept.
  enum Reason: Int, Sendable, CaseIterable {
    /// It leads to a state.
    case state
    /// Its last two actions have led from one place over another one to a third.
    case pair
    /// A place was reached after an action, whatever was between them: what the action has changed may be invisible.
    case history
  }

  struct Entry: Sendable {
    let key: String
    let reason: Reason
    /// A flow from a launch, as short as any so far.
    var steps: [ExploredStep]
    /// How often the state was reached, and how often the search has returned to it.
    var visits = 0
    var returns = 0
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  /// Longer flows cost more than what is found at their ends.
  private static let maximumLength = 160
  private static let maximumCount = 20_000

  /// Notes that a state was reached.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  mutating func note(_ key: String, _ steps: [ExploredStep], _ reason: Reason = .state) -> Bool {
    if let place = places[key] {
      entries[place].visits += 1
      if steps.count < entries[place].steps.count { entries[place].steps = steps }
      return false
    }
    guard steps.count <= Self.maximumLength, entries.count < Self.maximumCount else { return false }
    places[key] = entries.count
    entries.append(Entry(key: key, reason: reason, steps: steps, visits: 1))
    return true
  }

  /// Chooses a state to return to: rare ones, and those that were seldom returned to.
  mutating func choose(_ generator: inout SplitMix64) -> [ExploredStep]? {
    guard let reason = Reason.allCases.randomElement(using: &generator), !entries.isEmpty else { return nil }
    var total = 0.0
    var sums: [Double] = []
    sums.reserveCapacity(entries.count)
    for entry in entries {
      if entry.reason == reason {
        let rarity = 1 / ((1 + Double(entry.visits)) * Double(1 + entry.returns))
        total += rarity / (8 + Double(entry.steps.count)).squareRoot()
      }
      sums.append(total)
    }
    guard total > 0 else { return entries[0].steps }
    let wanted = generator.nextFraction() * total
    let place = sums.firstIndex { $0 >= wanted } ?? entries.count - 1
    entries[place].returns += 1
    return entries[place].steps
  }

  /// Adds what another part of the search has reached since this archive was copied for it.
  mutating func merge(_ other: Archive, since copy: Archive) {
    for (place, entry) in other.entries.enumerated() {
      let known = place < copy.entries.count ? copy.entries[place] : nil
      let visits = entry.visits - (known?.visits ?? 0)
      let returns = entry.returns - (known?.returns ?? 0)
      if let own = places[entry.key] {
        entries[own].visits += visits
        entries[own].returns += returns
        if entry.steps.count < entries[own].steps.count { entries[own].steps = entry.steps }
      } else if entries.count < Self.maximumCount {
        places[entry.key] = entries.count
        entries.append(entry)
      }
    }
  }
}
