import OKitExchange

/// The type of a column of texts: that which all its cells have. It follows from the cells without keeping them.
struct CSVColumn {
  private let marks: CSVNumber.Marks
  private var hasCells = false
  /// The types that all cells so far have.
  private var kinds: [(kind: Kind, convert: Conversion)] = [
    (.bool, CSVColumn.bool), (.int, CSVColumn.int), (.double, CSVColumn.double),
    (.english, CSVColumn.englishNumber), (.german, CSVColumn.germanNumber), (.date, CSVColumn.germanDate),
  ]
  /// Whether a column has integers that a Double would change: beside decimal numbers, they keep their digits as texts.
  private var hasLargeNumbers = false
  private var hasCommaGroup = false, hasPointGroup = false
  /// Whether a cell has a point that cannot separate thousands, and one that cannot begin a fraction.
  private var hasOtherPoint = false, hasNoFraction = false

  typealias Conversion = (String) -> DataNode?

  private enum Kind { case bool, int, double, english, german, date }

  /// - Parameter separator: What separates the fields of the file.
  init(separator: UInt8) { marks = CSVNumber.Marks(separator: separator) }

  mutating func add(_ text: String) {
    hasCells = true
    kinds.removeAll { $0.convert(text) == nil }
    guard !kinds.isEmpty else { return }
    let isPointGroup = CSVNumber.isGrouped(text, by: ".")
    if CSVNumber.isGrouped(text, by: ",") { hasCommaGroup = true }
    if isPointGroup { hasPointGroup = true }
    if text.contains("."), !isPointGroup { hasOtherPoint = true }
    if text.contains(",") || text.count(where: { $0 == "." }) > 1 { hasNoFraction = true }
    let digits = text.drop { $0 == "-" }
    guard digits.count > 15, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return }
    if !(Int(text).map(DecimalText.exactIntegers.contains) ?? false) { hasLargeNumbers = true }
  }

  // MARK: Types

  /// Converts each cell to the type of the column, the narrowest that all cells have; nil for texts.
  var conversion: Conversion? {
    hasCells ? kinds.first { isPossible($0.kind) }?.convert : nil
  }

  /// Whether a column may have a type. A number that could be read in two ways, such as `1.234`, is none.
  private func isPossible(_ kind: Kind) -> Bool {
    switch kind {
    case .bool, .int, .date: true
    // `1.234` is a decimal number where another one has a point that cannot separate thousands.
    case .double: !hasLargeNumbers && (marks != .german || !hasPointGroup || hasOtherPoint)
    case .english: !hasLargeNumbers && marks == .english
    case .german: !hasLargeNumbers && (marks == .german ? !hasPointGroup || hasNoFraction : !hasCommaGroup)
    }
  }

  private static func bool(_ text: String) -> DataNode? {
    switch text.lowercased() {
    case "true", "yes", "ja": .bool(true)
    case "false", "no", "nein": .bool(false)
    default: nil
    }
  }

  private static func int(_ text: String) -> DataNode? {
    CSVNumber.isCode(text) ? nil : Int(text).map(DataNode.int)
  }

  private static func double(_ text: String) -> DataNode? {
    guard !CSVNumber.isCode(text), text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
      return nil
    }
    return NumberText.double(text) == nil ? nil : decimal(text)
  }

  /// A number; nil for one that a Double would change.
  private static func decimal(_ text: String) -> DataNode? {
    if let whole = Int(text) { return DecimalText.exactIntegers.contains(whole) ? .int(whole) : nil }
    return DecimalText.isExact(text) ? .decimal(text) : nil
  }

  /// `1,234.50`, also `1,234` and `12`.
  private static func englishNumber(_ text: String) -> DataNode? { number(text, groups: ",", decimals: ".") }

  /// `1.234,50`
  private static func germanNumber(_ text: String) -> DataNode? { number(text, groups: ".", decimals: ",") }

  private static func number(_ text: String, groups group: Character, decimals mark: Character) -> DataNode? {
    guard let plain = CSVNumber.plain(text, groups: group, decimals: mark) else { return nil }
    return plain.contains(".") ? decimal(plain) : Int(plain).map(DataNode.int)
  }

  /// `31.01.2020`, which becomes `2020-01-31`.
  private static func germanDate(_ text: String) -> DataNode? {
    let parts = text.parts(at: ".")
    guard parts.count == 3, parts[2].count == 4, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    func two(_ part: Substring) -> String { part.count == 1 ? "0" + part : String(part) }
    let iso = "\(parts[2])-\(two(parts[1]))-\(two(parts[0]))"
    return ISO8601.parse(iso) == nil ? nil : .text(iso)
  }
}
