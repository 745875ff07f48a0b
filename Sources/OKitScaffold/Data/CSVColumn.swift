import OKitEngine

/// A column of texts as values of one type: that which all its cells have.
struct CSVColumn {
  /// Nil for cells without a value.
  let cells: [String?]

  var values: [DataNode] {
    let texts = cells.compactMap(\.self)
    let convert = texts.isEmpty ? nil : Self.conversions.first { convert in texts.allSatisfy { convert($0) != nil } }
    return cells.map { cell in
      guard let cell else { return .null }
      return convert?(cell) ?? .text(cell)
    }
  }

  /// The types, the narrowest first.
  private static let conversions: [@Sendable (String) -> DataNode?] = [bool, int, double, germanNumber, germanDate]

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

  /// `1.234,50`
  private static func germanNumber(_ text: String) -> DataNode? {
    let parts = text.parts(at: ",")
    guard !isCode(text), parts.count <= 2, let whole = parts.first else { return nil }
    let groups = whole.parts(at: ".")
    let isGrouped = groups.count == 1 || groups.dropFirst().allSatisfy { $0.count == 3 }
    guard isGrouped, (groups.first?.count ?? 4) <= (groups.count == 1 ? 18 : 3), let decimals = parts.last,
      parts.count == 1 || decimals.allSatisfy(\.isNumber)
    else { return nil }
    return NumberText.double(groups.joined() + (parts.count == 2 ? "." + decimals : "")).map(DataNode.double)
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
