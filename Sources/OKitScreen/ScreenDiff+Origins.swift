/// The places of the rows of two screens, and for each new row, the one that it had before.
struct RowOrigins {
  let oldPaths: [RowPath]
  let newPaths: [RowPath]
  let origins: [RowPath?]

  init(_ old: [Section], _ new: [Section]) {
    (oldPaths, newPaths) = (Self.paths(old), Self.paths(new))
    let oldKeys = Occurrence.all(oldPaths.map { old[$0.section].rows[$0.row].id })
    let places = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldPaths))
    origins = Occurrence.all(newPaths.map { new[$0.section].rows[$0.row].id }).map { places[$0] }
  }

  private static func paths(_ sections: [Section]) -> [RowPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.indices.map { RowPath(section: section, row: $0) }
    }
  }
}

/// Finds the old sections that the new ones were.
struct SectionOrigins {
  /// For each new section.
  private(set) var origins: [Int?]
  private let old: [Section]
  private let new: [Section]
  /// The numbers of the rows that a new section shares with old ones.
  private var shared: [Int: [Int: Int]] = [:]

  init(_ old: [Section], _ new: [Section], _ rows: RowOrigins) {
    (self.old, self.new) = (old, new)
    let oldKeys = Occurrence.all(old.map(\.header))
    let places = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldKeys.indices))
    origins = Occurrence.all(new.map(\.header)).map { places[$0] }
    let known = Set(origins.compactMap { $0 })
    guard known.count < min(old.count, new.count) else { return }

    for (path, origin) in zip(rows.newPaths, rows.origins) {
      if let origin { shared[path.section, default: [:]][origin.section, default: 0] += 1 }
    }
    // A section with another header is between the same neighbors.
    let stay = Set(longestIncreasing(origins.compactMap { $0 }))
    var (next, unknown) = (0, [Int]())
    for (place, origin) in origins.enumerated() {
      if origin == nil { unknown.append(place) }
      guard let origin, stay.contains(origin) else { continue }
      match((next..<origin).filter { !known.contains($0) }, unknown)
      (next, unknown) = (origin + 1, [])
    }
    match((next..<old.count).filter { !known.contains($0) }, unknown)
  }

  /// Matches sections between the same neighbors: as many as before are the same in their order, unless all of their
  /// rows are others; else those that share the most rows.
  private mutating func match(_ before: [Int], _ after: [Int]) {
    let pairs = Array(zip(before, after))
    if before.count == after.count, pairs.allSatisfy({ canBeSame($0, $1) }) {
      for (from, to) in pairs { origins[to] = from }
      return
    }
    let places = Set(before)
    // The new section that shares the most rows with each old one, of those that share the most with it.
    var choices: [Int: (count: Int, to: Int)] = [:]
    for to in after {
      let candidates = shared[to, default: [:]].filter { places.contains($0.key) }
      guard let (from, count) = candidates.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else { continue }
      if choices[from].map({ $0.count < count }) ?? true { choices[from] = (count, to) }
    }
    let best = choices.sorted { $0.value.to < $1.value.to }
    let inOrder = Set(longestIncreasing(best.map(\.key)))
    for (from, choice) in best where inOrder.contains(from) { origins[choice.to] = from }
  }

  private func canBeSame(_ from: Int, _ to: Int) -> Bool {
    shared[to]?[from] != nil || old[from].rows.isEmpty || new[to].rows.isEmpty
  }
}

/// A section's header or a row's identity, with a number that distinguishes equal ones.
private struct Occurrence<Key: Hashable>: Hashable {
  var key: Key
  var number: Int

  static func all(_ keys: some Sequence<Key>) -> [Occurrence] {
    var counts: [Key: Int] = [:]
    return keys.map { key in
      let number = counts[key, default: 0]
      counts[key] = number + 1
      return Occurrence(key: key, number: number)
    }
  }
}
