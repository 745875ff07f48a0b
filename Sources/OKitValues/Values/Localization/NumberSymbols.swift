/// The characters with which a locale writes numbers.
///
/// Numbers are shown without grouping: a number may be a year, and what is shown can be typed again.
package struct NumberSymbols: Sendable, Hashable {
  /// `,` of `2,50`.
  package let decimal: Character
  /// `.` of `1.234`; nil where nothing separates groups of digits.
  package let grouping: Character?
  /// The number of digits in the last group, and in all others but the first.
  package let lastGroup: Int
  package let otherGroups: Int
  /// The sign of negative numbers, with the direction marks that it may need.
  package let minus: String
  /// The first of the ten digits.
  package let zero: Unicode.Scalar

  /// The symbols of numbers in programs.
  package static let plain = NumberSymbols(
    decimal: ".", grouping: nil, lastGroup: 3, otherGroups: 3, minus: "-", zero: "0")

  private init(
    decimal: Character, grouping: Character?, lastGroup: Int, otherGroups: Int, minus: String, zero: Unicode.Scalar
  ) {
    (self.decimal, self.grouping, self.lastGroup, self.otherGroups) = (decimal, grouping, lastGroup, otherGroups)
    (self.minus, self.zero) = (minus, zero)
  }

  /// Reads the symbols from two numbers that the locale has formatted.
  ///
  /// - Parameters:
  ///   - sample: 1234567.5, with grouping.
  ///   - negative: -1.
  package init(sample: String, negative: String) {
    var (groups, separators) = ([0], [Character]())
    for character in sample where !Self.isDirectionMark(character) {
      if Self.digit(character) != nil {
        groups[groups.count - 1] += 1
      } else {
        separators.append(Self.normalized(character))
        groups.append(0)
      }
    }
    let five = sample.unicodeScalars.last { $0.properties.numericType == .decimal }
    guard groups.count > 1, let decimal = separators.popLast(), let five,
      let zero = Unicode.Scalar(five.value - UInt32(five.properties.numericValue ?? 0))
    else {
      self = .plain
      return
    }
    groups.removeLast()
    self.init(
      decimal: decimal, grouping: separators.first, lastGroup: groups.last ?? 3,
      otherGroups: groups.count > 2 ? groups[groups.count - 2] : 3,
      minus: String(negative.prefix { Self.digit($0) == nil }), zero: zero)
  }

  /// Returns a number of the plain form (`-1234.5`) as the locale writes it: `-1234,5`.
  package func text(_ plain: String) -> String {
    if self.isPlain { return plain }
    var text = ""
    for scalar in plain.unicodeScalars {
      switch scalar {
      case ".": text.append(decimal)
      // The sign of an exponent stays.
      case "-" where text.isEmpty: text += minus
      case "0"..."9":
        if let digit = Unicode.Scalar(zero.value + scalar.value - 0x30) { text.unicodeScalars.append(digit) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private var isPlain: Bool { decimal == "." && minus == "-" && zero == "0" }

  /// Returns the plain form of a number that a person typed; nil when the text is not a number.
  ///
  /// The form of the locale comes first: `1.234` is 1234 in German. Whatever is not a number in this form is read in
  /// the plain form: `2.50`, `0.125` and `1e3` are numbers in German too, because `.` cannot separate groups there.
  package func plainText(_ text: String) -> String? {
    var characters = text.filter { !Self.isDirectionMark($0) }.map(Self.normalized)[...]
    while characters.first == " " { characters.removeFirst() }
    while characters.last == " " { characters.removeLast() }
    if let number = localForm(characters), NumberText.double(number) != nil { return number }
    let plain = String(characters)
    return NumberText.double(plain) == nil ? nil : plain
  }

  /// Whether a number in the form of the locale, or in the plain form, can have a character anywhere.
  package func canBePart(of character: Character) -> Bool {
    let character = Self.normalized(character)
    return Self.isDigit(character) || character == decimal || character == grouping || "+-.eE ".contains(character)
      || Self.isDirectionMark(character)
  }

  private func localForm(_ characters: ArraySlice<Character>) -> String? {
    var (rest, plain) = (characters, "")
    if let sign = rest.first, sign == "-" || sign == "+" { plain.append(rest.removeFirst()) }
    let integer = rest.prefix { Self.isDigit($0) || $0 == grouping }
    rest = rest[integer.endIndex...]
    guard hasGroups(integer) else { return nil }
    plain += integer.filter(Self.isDigit)
    if rest.first == decimal {
      rest.removeFirst()
      let fraction = rest.prefix(while: Self.isDigit)
      rest = rest[fraction.endIndex...]
      plain += "." + fraction
    }
    // The exponent is the same in all locales.
    return plain + String(rest)
  }

  /// Whether the separators between digits stand where the locale writes them, if there are any.
  private func hasGroups(_ digits: ArraySlice<Character>) -> Bool {
    guard let grouping, digits.contains(grouping) else { return true }
    let groups = digits.split(separator: grouping, omittingEmptySubsequences: false)
    guard let first = groups.first, first.first != "0", (1...max(otherGroups, lastGroup)).contains(first.count),
      groups.last?.count == lastGroup
    else { return false }
    return groups.dropFirst().dropLast().allSatisfy { $0.count == otherGroups }
  }

  /// What a number in the form of the locale ends with.
  package enum Scan {
    /// The index after the number.
    case number(end: Int)
    /// The index of the character that no number has at its place; that of the end where a digit is missing.
    case mistake(Int)
  }

  /// Reads digits with separators of groups and decimals, and an exponent.
  package func scan(_ text: [Character], from start: Int) -> Scan {
    func isDigit(_ index: Int) -> Bool { index < text.count && Self.isDigit(Self.normalized(text[index])) }
    func character(_ index: Int) -> Character? { index < text.count ? Self.normalized(text[index]) : nil }
    var (index, separators) = (start, [Int]())
    while isDigit(index) || (index > start && character(index) == grouping && grouping != nil && isDigit(index + 1)) {
      if !isDigit(index) { separators.append(index) }
      index += 1
    }
    if let wrong = wrongSeparator(separators, start, index) { return .mistake(wrong) }
    var hasDigits = index > start
    if character(index) == decimal {
      let first = index + 1
      index = first
      while isDigit(index) { index += 1 }
      hasDigits = hasDigits || index > first
    }
    guard hasDigits else { return .mistake(index) }
    if character(index) == "e" || character(index) == "E" {
      var end = index + 1
      if let sign = character(end), "+-".contains(sign) { end += 1 }
      if isDigit(end) {
        while isDigit(end) { end += 1 }
        index = end
      }
    }
    return .number(end: index)
  }

  /// The first separator of groups, of the digits between two indices, beside a group of a wrong length.
  private func wrongSeparator(_ separators: [Int], _ start: Int, _ end: Int) -> Int? {
    guard let first = separators.first else { return nil }
    if first - start > max(otherGroups, lastGroup) { return first }
    let ends = separators.dropFirst() + [end]
    return zip(separators, ends).first { separator, next in
      next - separator - 1 != (next == end ? lastGroup : otherGroups)
    }?.0
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func digit(_ character: Character) -> Int? {
    character.unicodeScalars.first?.properties.numericType == .decimal ? character.wholeNumberValue : nil
  }

  private static func isDirectionMark(_ character: Character) -> Bool {
    character == "\u{200E}" || character == "\u{200F}" || character == "\u{061C}"
  }

  /// Returns the character that keyboards have for one of the many blanks, signs, apostrophes and digits.
  private static func normalized(_ character: Character) -> Character {
    if let digit = digit(character) { return Character("\(digit)") }
    return switch character {
    case "\u{00A0}", "\u{202F}", "\u{2009}": " "
    case "\u{2212}": "-"
    case "\u{2019}": "'"
    default: character
    }
  }
}
