/// Texts that a person types into a field with a mask.
extension Mask {
  /// Which literals a typed text has.
  private enum Literals {
    /// All, at their places.
    case all
    case none
    /// Some, at any places.
    case some
  }

  /// Returns the characters for the slots of a text that a person typed with or without the literals of the mask.
  ///
  /// A text that has all literals at their places comes first, because a slot may accept the character of a literal.
  /// Surplus characters are dropped, as when a mask is applied.
  ///
  /// - Throws: the first character that does not fit, or the end of a text that is too short.
  package func typed(_ text: String) throws(PatternMistake) -> String {
    let characters = Array(text)
    for literals in [Literals.all, .none] {
      if case .success(let slots) = read(characters, literals) { return slots }
    }
    switch read(characters, .some) {
    case .success(let slots): return slots
    case .failure(let misfit):
      let lower = characters[..<misfit.index].reduce(0) { $0 + String($1).utf8.count }
      let isMissing = misfit.index == characters.count
      let message =
        isMissing
        ? "is too short for the mask: \(misfit.needed) is missing"
        : "does not fit the mask: \(misfit.needed) is needed, not \"\(characters[misfit.index])\""
      let width = isMissing ? 0 : String(characters[misfit.index]).utf8.count
      throw PatternMistake(message: message, range: SourceRange(lower, lower + width))
    }
  }

  private struct Misfit: Error {
    let index: Int
    let needed: String
  }

  private func read(_ text: [Character], _ literals: Literals) -> Result<String, Misfit> {
    let separators = Set(elements.compactMap { if case .literal(let character) = $0 { character } else { nil } })
    var (slots, index) = ("", 0)
    for element in elements {
      guard let needed = element.expectation else {
        guard case .literal(let literal) = element, literals != .none, index < text.count else { continue }
        if text[index] == literal {
          index += 1
        } else if literals == .all {
          return .failure(Misfit(index: index, needed: "\"\(literal)\""))
        }
        continue
      }
      while literals == .some, index < text.count, Self.fit(text[index], element) == nil,
        separators.contains(text[index])
      {
        index += 1
      }
      guard index < text.count else {
        // A blank is any character too.
        if element == .any { continue }
        return .failure(Misfit(index: index, needed: needed))
      }
      guard let character = Self.fit(text[index], element) else {
        return .failure(Misfit(index: index, needed: needed))
      }
      slots.append(character)
      index += 1
    }
    return .success(slots)
  }

  /// A text that the mask accepts, for messages.
  package var example: String {
    var (digit, letter) = (0, 0)
    let input = elements.compactMap { element -> Character? in
      switch element {
      case .literal: return nil
      case .digit:
        digit = digit % 9 + 1
        return Character("\(digit)")
      case .upper, .lower, .letter, .any:
        letter = letter % 26 + 1
        return Unicode.Scalar(96 + letter).map(Character.init)
      }
    }
    return apply(String(input)).text
  }
}

extension Mask.Element {
  /// What the slot accepts, for messages; nil for a literal.
  fileprivate var expectation: String? {
    switch self {
    case .literal: nil
    case .digit: "a digit"
    case .upper, .lower, .letter: "a letter"
    case .any: "a character"
    }
  }
}
