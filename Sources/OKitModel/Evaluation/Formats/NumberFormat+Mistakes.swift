/// The place at which a text is not a number.
extension NumberFormat {
  /// Returns the first character that no number has, else the first one that no number has at its place; an empty range
  /// at the end where something is missing, and at the start for a number that is too large.
  func wrongRange(in text: String) -> SourceRange {
    let characters = Array(text)
    let index = indexOfForeign(in: characters) ?? indexOfMisplaced(in: characters) ?? 0
    let lower = characters.prefix(index).reduce(0) { $0 + $1.utf8.count }
    return SourceRange(lower, lower + (index < characters.count ? characters[index].utf8.count : 0))
  }

  private func indexOfForeign(in text: [Character]) -> Int? {
    let affixes = positive.prefix + negative.prefix + positive.suffix + negative.suffix
    let known = Set(NumberAffixes.normalized(affixes))
    return text.firstIndex { character in
      guard let character = NumberAffixes.normalized(String(character)).first else { return false }
      return !known.contains(character) && !symbols.canBePart(of: character)
    }
  }

  private func indexOfMisplaced(in text: [Character]) -> Int? {
    var index = afterBlanks(text, 0)
    let prefixes = [negative.prefix, positive.prefix].map(NumberAffixes.normalized).filter { !$0.isEmpty }
    let matched = prefixes.lazy.compactMap { prefix in self.end(of: prefix, in: text, from: index).map { (prefix, $0) }
    }
    .max { $0.1 < $1.1 }
    if let matched { index = afterBlanks(text, matched.1) }
    if index < text.count, matched?.0.contains(where: Self.isSign) != true, Self.isSign(text[index]) {
      index = afterBlanks(text, index + 1)
    }
    switch symbols.scan(text, from: index) {
    case .mistake(let index): return index
    case .number(let end): index = afterBlanks(text, end)
    }
    let suffixes = [negative.suffix, positive.suffix].map(NumberAffixes.normalized).filter { !$0.isEmpty }
    guard index < text.count else {
      let isOpen =
        matched?.0 == prefixes.first
        && NumberAffixes.normalized(negative.prefix) != NumberAffixes.normalized(positive.prefix)
      return isOpen && !NumberAffixes.normalized(negative.suffix).isEmpty ? index : nil
    }
    let ends = suffixes.compactMap { end(of: $0, in: text, from: index).map { afterBlanks(text, $0) } }
    let last = ends.max() ?? index
    return last < text.count ? last : nil
  }

  /// Returns the index after an affix, between whose characters blanks may be missing; nil where the text does not
  /// have it.
  private func end(of affix: String, in text: [Character], from start: Int) -> Int? {
    var index = start
    for character in affix where !character.isWhitespace {
      index = afterBlanks(text, index)
      guard index < text.count, NumberAffixes.normalized(String(text[index])) == String(character) else { return nil }
      index += 1
    }
    return index
  }

  private func afterBlanks(_ text: [Character], _ start: Int) -> Int {
    var index = start
    while index < text.count,
      text[index] == padding || NumberAffixes.normalized(String(text[index])).isEmpty
    {
      index += 1
    }
    return index
  }

  private static func isSign(_ character: Character) -> Bool { "+-\u{2212}".contains(character) }
}
