/// Proposals for a part of a name.
extension NearestName {
  /// Returns the candidates that were probably meant, each once: those that begin with the name, those with a word that
  /// begins with it, those that contain it, then the most similar ones. Upper and lower case do not matter.
  ///
  /// O(candidates × length²); for messages only.
  package static func proposals(for name: String, in candidates: some Sequence<String>) -> [String] {
    let wanted = name.lowercased()
    guard !wanted.isEmpty, wanted.utf8.count <= 400 else { return [] }
    var seen: Set<String> = []
    var rest = candidates.filter { !$0.isEmpty && seen.insert($0).inserted }
    var tiers: [[String]] = [[], [], []]
    rest.removeAll { candidate in
      // A much longer text is not a name.
      guard candidate.utf8.count <= 4 * 400, let tier = tier(of: candidate.lowercased(), wanted) else { return false }
      tiers[tier].append(candidate)
      return true
    }
    var similar: [String] = []
    while similar.count < 3, let name = nearest(to: name, in: rest) {
      similar.append(name)
      rest.removeAll { $0 == name }
    }
    return tiers.flatMap(\.self) + similar
  }

  /// Returns a hint ready for `Diagnostic.hint`: `did you mean "Emma" or "Emmerich"?`
  package static func hint(proposing names: some Sequence<String>) -> String? {
    var seen: Set<String> = []
    // Of names that differ in case, one is enough to read.
    let different = names.filter { seen.insert($0.lowercased()).inserted }
    let quoted = different.prefix(shownProposals).map(PrintableText.quoted)
    guard let last = quoted.last else { return nil }
    let others = quoted.dropLast().joined(separator: ", ")
    return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }

  private static let shownProposals = 5

  private static func tier(of candidate: String, _ wanted: String) -> Int? {
    if candidate.hasPrefix(wanted) { return 0 }
    guard let range = candidate.firstRange(of: wanted) else { return nil }
    let before = candidate[..<range.lowerBound].last
    return before.map { $0.isLetter || $0.isNumber } == true ? 2 : 1
  }
}
