/// A pattern for texts such as telephone numbers.
///
/// `#` an optional digit, `0` a digit, `X` a letter made upper case, `x` one made lower case, `*` any letter, `_` any
/// character; `\` escapes the next; anything else is itself. Letters and digits are those of ASCII. Slots are filled by
/// position.
package struct Mask: Sendable {
  enum Element: Equatable, Sendable {
    case literal(Character)
    case digit(blank: Character)
    case upper, lower, letter, any
  }

  let elements: [Element]

  /// Creates a mask. Every pattern is valid; a `\` at the end escapes nothing.
  package init(_ pattern: String) {
    var elements: [Element] = []
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        elements.append(.literal(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        elements.append(Self.element(character))
      }
    }
    self.elements = elements
  }

  private static func element(_ character: Character) -> Element {
    switch character {
    case "#": .digit(blank: " ")
    case "0": .digit(blank: "0")
    case "X": .upper
    case "x": .lower
    case "*": .letter
    case "_": .any
    default: .literal(character)
    }
  }

  /// Writes a text in the mask. A character that does not match or is missing leaves its slot blank and makes the
  /// result invalid. Surplus characters are dropped.
  package func apply(_ text: String) -> (text: String, isValid: Bool) {
    var input = text.makeIterator()
    var (result, isValid) = ("", true)
    for element in elements {
      if case .literal(let character) = element {
        result.append(character)
        continue
      }
      if let character = input.next().flatMap({ Self.fit($0, element) }) {
        result.append(character)
      } else {
        result.append(Self.blank(element))
        if case .any = element { continue }
        isValid = false
      }
    }
    return (result, isValid)
  }

  /// Returns the characters in the slots of a text that was written in the mask.
  package func remove(from text: String) -> String {
    String(
      zip(elements, text).compactMap { element, character in
        Self.fit(character, element) == nil ? nil : character
      })
  }

  static func fit(_ character: Character, _ element: Element) -> Character? {
    switch element {
    case .literal: nil
    case .any: character
    case .digit: ("0"..."9").contains(character) && character.isASCII ? character : nil
    case .upper: isLetter(character) ? Character(character.uppercased()) : nil
    case .lower: isLetter(character) ? Character(character.lowercased()) : nil
    case .letter: isLetter(character) ? character : nil
    }
  }

  private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }

  private static func blank(_ element: Element) -> Character {
    if case .digit(let blank) = element { blank } else { " " }
  }
}
