import OKitEngine

/// A column of texts as values of one type: that which all its cells have.
struct CSVColumn {
  /// Nil for cells without a value.
  let cells: [String?]
  let marks: Marks

  /// The meaning of the marks in numbers, which follows from what separates the fields of a file.
  enum Marks {
    /// `1,234.50`; a decimal comma only where a comma cannot separate thousands.
    case english
    /// `1.234,50`, as spreadsheets of countries with a decimal comma write it.
    case german
    /// Either, where only one of both is possible.
    case unknown

    init(separator: UInt8) {
      switch separator {
      case UInt8(ascii: ","): self = .english
      case UInt8(ascii: ";"): self = .german
      default: self = .unknown
      }
    }
  }

  var values: [DataNode] {
    let texts = cells.compactMap(\.self)
    let convert = texts.isEmpty ? nil : conversions(texts).first { convert in texts.allSatisfy { convert($0) != nil } }
    return cells.map { cell in
      guard let cell else { return .null }
      return convert?(cell) ?? .text(cell)
    }
  }

  // MARK: Types

  typealias Conversion = (String) -> DataNode?

  /// The types that the texts may have, the narrowest first.
  private func conversions(_ texts: [String]) -> [Conversion] {
    let numbers: [Conversion] = [Self.int] + (hasLargeNumbers(texts) ? [] : decimals(texts))
    return [Self.bool] + numbers + [Self.germanDate]
  }

  /// The readings of decimal numbers. A number that could be read in two ways, such as `1.234`, is none.
  private func decimals(_ texts: [String]) -> [Conversion] {
    let hasCommaGroup = texts.contains { Self.isGrouped($0, by: ",") }
    let hasPointGroup = texts.contains { Self.isGrouped($0, by: ".") }
    // `1.234` is a decimal number where another one has a point that cannot separate thousands.
    let mayHavePoints =
      switch marks {
      case .german: !hasPointGroup || texts.contains { $0.contains(".") && !Self.isGrouped($0, by: ".") }
      case .english, .unknown: true
      }
    let mayHaveCommas =
      switch marks {
      case .german:
        !hasPointGroup || texts.contains { $0.contains(",") || $0.count { $0 == "." } > 1 }
      case .english, .unknown: !hasCommaGroup
      }
    return (mayHavePoints ? [Self.double] : []) + (marks == .english ? [Self.englishNumber] : [])
      + (mayHaveCommas ? [Self.germanNumber] : [])
  }

  /// Whether a column has integers of more than 64 bits: ids, which keep their digits as texts.
  private func hasLargeNumbers(_ texts: [String]) -> Bool {
    texts.contains { text in
      let digits = text.drop { $0 == "-" }
      return digits.count > 18 && digits.allSatisfy { $0.isASCII && $0.isNumber } && Int(text) == nil
    }
  }

  private static func bool(_ text: String) -> DataNode? {
    switch text.lowercased() {
    case "true", "yes", "ja": .bool(true)
    case "false", "no", "nein": .bool(false)
    default: nil
    }
  }

  /// Digits with a leading zero are a code, not a number.
  private static func isCode(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    return (digits.first == "0" && digits.dropFirst().first?.isNumber == true) || text.first == "+"
  }

  private static func int(_ text: String) -> DataNode? {
    isCode(text) ? nil : Int(text).map(DataNode.int)
  }

  private static func double(_ text: String) -> DataNode? {
    guard !isCode(text), text.first?.isWhitespace == false, text.last?.isWhitespace == false else { return nil }
    return NumberText.double(text).map(DataNode.double)
  }

  /// `1,234.50`, also `1,234` and `12`.
  private static func englishNumber(_ text: String) -> DataNode? { number(text, groups: ",", decimals: ".") }

  /// `1.234,50`
  private static func germanNumber(_ text: String) -> DataNode? { number(text, groups: ".", decimals: ",") }

  private static func number(_ text: String, groups group: Character, decimals mark: Character) -> DataNode? {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard !isCode(text), parts.count <= 2, let whole = parts.first, whole.last?.isNumber == true,
      !whole.contains(group) || isGrouped(whole, by: group),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return nil }
    let digits = whole.filter { $0 != group }
    if parts.count == 1 { return Int(digits).map(DataNode.int) }
    return NumberText.double("\(digits).\(parts[1])").map(DataNode.double)
  }

  /// Whether a mark can separate the thousands of a number: `1,234`, `-12,345,678`, but neither `0,125` nor `1,5`.
  private static func isGrouped(_ text: some StringProtocol, by mark: Character) -> Bool {
    let groups = text.drop { $0 == "-" }.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count), first.first != "0" else {
      return false
    }
    return groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
      && groups.dropFirst().allSatisfy { $0.count == 3 }
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
