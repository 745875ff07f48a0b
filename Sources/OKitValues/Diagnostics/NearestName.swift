/// Finds the name that was probably meant.
package enum NearestName {
  /// Returns the candidate with the smallest edit distance (case-insensitive), if the distance is at most one character
  /// or a third of the longer name, and if the names have a character in common. Ties go to the one that begins like
  /// the name for the most characters, then to the first in Unicode order.
  ///
  /// O(candidates × length²); for messages only.
  ///
  /// - Parameter maximum: the largest distance.
  package static func nearest(
    to name: String, in candidates: some Sequence<String>, within maximum: Int = .max
  ) -> String? {
    guard name.utf8.count <= 400 else { return nil }
    let wanted = Array(name.lowercased())
    guard !wanted.isEmpty, wanted.count <= 100 else { return nil }
    var best: (distance: Int, prefix: Int, name: String)?
    for candidate in candidates {
      // A much longer text is not a misspelt name, and takes long to read.
      guard candidate.utf8.count <= 4 * 400 else { continue }
      let letters = Array(candidate.lowercased().prefix(100))
      let limit = min(maximum, max(1, max(wanted.count, letters.count) / 3))
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      guard distance <= limit, distance < max(wanted.count, letters.count) else { continue }
      let prefix = zip(wanted, letters).prefix { $0 == $1 }.count
      if let found = best, (found.distance, -found.prefix, found.name) <= (distance, -prefix, candidate) { continue }
      best = (distance, prefix, candidate)
    }
    return best?.name
  }

  /// A hint ready for `Diagnostic.hint`: `did you mean "name"?`
  package static func hint(for name: String, in candidates: some Sequence<String>) -> String? {
    (nearest(to: name, in: candidates) ?? beginning(of: name, in: candidates)).map { "did you mean \"\($0)\"?" }
  }

  /// The longest candidate with which a name begins, such as `warn` of `warning`; it has at least half of its letters.
  private static func beginning(of name: String, in candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= 400 else { return nil }
    let wanted = name.lowercased()
    return candidates.filter { $0.utf8.count >= 4 && 2 * $0.utf8.count >= wanted.utf8.count }
      .filter { wanted.hasPrefix($0.lowercased()) }
      .max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }
  }

  /// Optimal string alignment: insertions, deletions, substitutions, and swaps of neighbors.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforePrevious[j - 1] + 1) }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
