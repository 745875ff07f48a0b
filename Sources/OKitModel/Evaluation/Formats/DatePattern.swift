/// Checks date patterns of Unicode TR 35: `EEEE, d. MMMM yyyy 'at' HH:mm`.
///
/// ICU formats some letters that TR 35 does not define, and more of a letter than it allows: `dddd` pads a number with
/// zeros.
package struct DatePattern {
  /// Whether it shows a part of the day or a part of the date.
  package private(set) var hasTime = false
  private(set) var hasDay = false
  /// Whether it shows which day of a month, a week or a year it is.
  private(set) var tellsDay = false

  /// - Throws: the first mistake.
  init(_ pattern: String) throws(PatternMistake) {
    var (reader, hasField) = (try PatternReader(pattern), false)
    while let letter = reader.next {
      if letter == "'" {
        try reader.quoted()
      } else if letter.isASCIILetter {
        try readField(letter, &reader)
        hasField = true
      } else {
        reader.take()
      }
    }
    guard hasField else { throw reader.mistake("it shows no part of a date") }
  }

  private mutating func readField(_ letter: Unicode.Scalar, _ reader: inout PatternReader) throws(PatternMistake) {
    let start = reader.offset
    guard let field = Self.fields[letter] else {
      throw reader.mistake(
        """
        "\(letter)" has no meaning in date patterns\(Self.meant[letter].map { "; \($0)" } ?? ""); quote a text: \
        'text'
        """
      )
    }
    let count = reader.run(of: letter)
    guard field.counts.contains(count) else {
      throw PatternMistake(
        message: "\"\(letter)\" can be written \(field.expected) times, not \(count)"
          + (letter == "d" ? "; the name of the day is \"EEEE\"" : ""),
        range: SourceRange(start, start + count))
    }
    switch field.kind {
    case .day:
      hasDay = true
      if "dDFgEecwW".unicodeScalars.contains(letter) { tellsDay = true }
    case .time: hasTime = true
    case .zone: break
    }
  }

  private enum Kind { case day, time, zone }

  private struct Field {
    let kind: Kind
    let counts: IndexSet

    /// Such as `1 to 5`.
    var expected: String {
      switch counts {
      case .upTo(let most): most == 1 ? "1" : "1 to \(most)"
      case .oneOrFour: "1 or 4"
      case .any: "any number of"
      }
    }
  }

  private enum IndexSet {
    case upTo(Int)
    case oneOrFour, any

    func contains(_ count: Int) -> Bool {
      switch self {
      case .upTo(let most): count <= most
      case .oneOrFour: count == 1 || count == 4
      // ICU counts fields in an Int32, and pads with as many zeros.
      case .any: true
      }
    }
  }

  private static let fields: [Unicode.Scalar: Field] = {
    func fields(_ letters: String, _ kind: Kind, _ counts: IndexSet) -> [(Unicode.Scalar, Field)] {
      letters.unicodeScalars.map { ($0, Field(kind: kind, counts: counts)) }
    }
    let all =
      fields("yYur", .day, .any) + fields("GUMLQq", .day, .upTo(5)) + fields("wd", .day, .upTo(2))
      + fields("WFl", .day, .upTo(1)) + fields("D", .day, .upTo(3)) + fields("g", .day, .any)
      + fields("Eec", .day, .upTo(6)) + fields("abB", .time, .upTo(5)) + fields("hHKkms", .time, .upTo(2))
      + fields("SA", .time, .any) + fields("z", .zone, .upTo(4)) + fields("ZXx", .zone, .upTo(5))
      + fields("Ov", .zone, .oneOrFour) + fields("V", .zone, .upTo(4))
    return Dictionary(uniqueKeysWithValues: all)
  }()

  /// The letters that people write for others.
  private static let meant: [Unicode.Scalar: String] = [
    "j": "an hour is \"H\" or \"h\"", "J": "an hour is \"H\" or \"h\"", "C": "an hour is \"H\" or \"h\"",
    "n": "minutes are \"m\"", "T": "write \"'T'\"", "t": "the half of the day is \"a\"",
  ]
}

extension Unicode.Scalar {
  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
