/// What is known about the scalars at one place of the data.
struct Scalars {
  /// The number of values of each kind.
  private(set) var bools = 0, ints = 0, doubles = 0, texts = 0
  private(set) var longest = 0
  private(set) var hasLineBreaks = false
  /// The number of texts that are dates, and whether one of them has a time.
  private var dates = 0
  private var hasTime = false
  private var smallest = Int.max, largest = Int.min
  /// The number of texts that are numbers.
  private var digits = 0
  /// The distinct texts, in the order of their first appearance; nil when there are too many for an enum.
  private(set) var cases: [String]? = []
  /// The distinct values as texts, for ids and references; nil when there are too many.
  private(set) var keys: Set<String>? = []
  /// Whether a value occurs twice.
  private(set) var hasDuplicates = false

  private static let maximumCases = 8
  private static let maximumKeys = 200_000

  var count: Int { bools + ints + doubles + texts }

  mutating func add(_ node: DataNode) {
    switch node {
    case .bool: bools += 1
    case .int(let number):
      ints += 1
      (smallest, largest) = (min(smallest, number), max(largest, number))
    case .decimal: doubles += 1
    case .text(let text): add(text)
    case .null, .list, .record: return
    }
    switch node {
    case .int, .text: addKey(node.scalarText ?? "")
    // No id and no reference has such values.
    default: keys = nil
    }
  }

  private mutating func add(_ text: String) {
    texts += 1
    longest = max(longest, text.count)
    if text.utf8.contains(UInt8(ascii: "\n")) { hasLineBreaks = true }
    if let date = Self.date(text) {
      dates += 1
      if date.hasTime { hasTime = true }
    }
    if NumberText.double(text) != nil { digits += 1 }
    if let known = cases, !known.contains(text) { cases = known.count < Self.maximumCases ? known + [text] : nil }
  }

  private mutating func addKey(_ text: String) {
    guard var known = keys else { return }
    keys = nil
    if !known.insert(text).inserted { hasDuplicates = true }
    if known.count <= Self.maximumKeys { keys = known }
  }

  mutating func add(_ other: Scalars) {
    if var known = keys, let others = other.keys {
      // The values of a map with thousands of entries are added one by one: no set is copied.
      keys = nil
      if other.hasDuplicates { hasDuplicates = true }
      for key in others where !known.insert(key).inserted { hasDuplicates = true }
      if known.count <= Self.maximumKeys { keys = known }
    } else {
      (keys, hasDuplicates) = (nil, true)
    }
    (bools, ints, doubles, texts) = (
      bools + other.bools, ints + other.ints, doubles + other.doubles, texts + other.texts
    )
    (longest, digits, dates) = (max(longest, other.longest), digits + other.digits, dates + other.dates)
    (smallest, largest) = (min(smallest, other.smallest), max(largest, other.largest))
    hasLineBreaks = hasLineBreaks || other.hasLineBreaks
    hasTime = hasTime || other.hasTime
    if let known = cases, let others = other.cases {
      let all = known + others.filter { !known.contains($0) }
      cases = all.count <= Self.maximumCases ? all : nil
    } else {
      cases = nil
    }
  }

  // MARK: Kinds

  /// A date with year, month and day; a time at midnight says nothing.
  static func date(_ text: String) -> (text: String, hasTime: Bool)? {
    guard text.utf8.count >= 10, text.utf8.first.map({ $0 &- 0x30 < 10 }) == true, !hasLongFraction(text),
      let reading = ISO8601.read(text)
    else { return nil }
    return (text, !reading.isMidnight || reading.offset != 0)
  }

  /// Whether a time is more exact than a microsecond, which a date would not keep.
  private static func hasLongFraction(_ text: String) -> Bool {
    guard let point = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
      return false
    }
    return text.utf8[point...].dropFirst().prefix { $0 &- 0x30 < 10 }.count > 6
  }

  /// The kind of property that holds all values.
  ///
  /// - Parameters:
  ///   - name: The name of the place, which tells dates as numbers and what is never an enum.
  func kind(named name: Words) -> ScalarKind {
    if texts == 0, ints > 0, bools + doubles == 0, let unit = dateUnit(name) { return .date(hasTime: true, unit: unit) }
    if texts == 0, bools == 0, ints + doubles > 0 {
      if doubles == 0 { return .int }
      // Beside decimal numbers, a whole number is a Double, too, which would change a larger one.
      let isExact = ints == 0 || [smallest, largest].allSatisfy(DecimalText.exactIntegers.contains)
      return isExact ? .double : .text
    }
    if texts == 0, ints + doubles == 0, bools > 0 { return .bool }
    guard texts == count else { return .text }
    if texts > 0, dates == texts { return .date(hasTime: hasTime, unit: .text) }
    if let cases = enumCases(name) { return .enumeration(cases) }
    return hasLineBreaks || longest > 80 || Self.isLongName(name.lowercased.last ?? "") ? .longText : .text
  }

  /// Whether a word names texts of several sentences.
  static func isLongName(_ word: String) -> Bool { longNames.contains(word) }

  private static let longNames: Set = [
    "description", "comment", "comments", "note", "notes", "body", "summary", "biography", "bio", "beschreibung",
    "kommentar", "bemerkung", "notiz",
  ]
  private static let freeNames: Set = [
    "name", "title", "label", "subject", "text", "city", "street", "address", "email", "mail", "phone", "url", "path",
    "code", "zip", "vorname", "nachname", "ort", "titel", "author", "artist", "company", "firma", "customer", "client",
    "user",
    "supplier", "vendor", "employee", "person", "owner", "brand", "manufacturer", "publisher", "kunde", "lieferant",
  ]

  /// The cases of an enum: few distinct short texts, each of them twice on average.
  private func enumCases(_ name: Words) -> [String]? {
    guard let cases, cases.count >= 2, texts >= 4, texts >= 2 * cases.count, longest <= 24, !hasLineBreaks, digits == 0,
      !Self.freeNames.contains(name.lowercased.last ?? "")
    else { return nil }
    let isPlain = cases.allSatisfy { text in
      !text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false
        && text.allSatisfy { $0.isLetter || $0.isNumber || " -_/+.&".contains($0) }
    }
    return isPlain ? cases : nil
  }

  /// The unit of numbers that are dates: those of the years 1973 to 2099 under a name that says so.
  private func dateUnit(_ name: Words) -> DateUnit? {
    let words = name.lowercased
    guard let last = words.last,
      Self.dateNames.contains(last) || (words.count > 1 && ["at", "on"].contains(last))
    else { return nil }
    if smallest >= 100_000_000, largest < 4_102_444_800 { return .seconds }
    if smallest >= 100_000_000_000, largest < 4_102_444_800_000 { return .milliseconds }
    return nil
  }

  private static let dateNames: Set = [
    "date", "time", "timestamp", "datetime", "datum", "created", "updated", "modified",
  ]
}

/// The unit in which dates are stored.
enum DateUnit { case text, seconds, milliseconds }

/// The kind of a property with one value.
enum ScalarKind: Equatable {
  case text, longText, bool, int, double
  case date(hasTime: Bool, unit: DateUnit)
  case enumeration([String])
}
