/// The kinds of formats of a cell's texts (`formatType`).
package enum FormatType: String, CaseIterable, Sendable {
  case number, date, masked

  /// Returns the problem of a value that is not a kind of formats; nil for one that is, and for an empty one.
  static func problem(of value: Value) -> Diagnostic? {
    guard let text = value.scalarText.map(name(in:)), !text.isEmpty, FormatType(rawValue: text) == nil else {
      return nil
    }
    let names = allCases.map(\.rawValue)
    return Diagnostic(
      "cell.format", "unknown format type \"\(text)\"; expected one of " + names.joined(separator: ", "),
      hint: NearestName.hint(for: text, in: names))
  }

  /// The name in a text: the `#` of constants may stand before it.
  static func name(in text: String) -> String { text.hasPrefix("#") ? String(text.dropFirst()) : text }

  /// An example of a pattern, for messages.
  var example: String {
    switch self {
    case .number: "#,##0.00"
    case .date: "d. MMMM yyyy"
    case .masked: "(###) ###-####"
    }
  }
}

/// The properties that give the texts of a cell, a label or a button a format.
package struct FormatKeys: Sendable {
  let type: ComponentKey<String>
  let pattern: ComponentKey<String>

  /// The properties of a class; nil for one without formats.
  init?(_ table: SchemaTable) {
    guard let type = table.slot(named: Self.typeName), let pattern = table.slot(named: Self.patternName) else {
      return nil
    }
    (self.type, self.pattern) = (ComponentKey(slot: type), ComponentKey(slot: pattern))
  }

  fileprivate init(type: ComponentKey<String>, pattern: ComponentKey<String>) {
    (self.type, self.pattern) = (type, pattern)
  }

  fileprivate static let typeName = "formatType"
  fileprivate static let patternName = "formatPattern"
}

extension SchemaTable {
  /// The format of texts.
  ///
  /// - Parameter effect: the parts that show the texts.
  mutating func format(effect: String) -> FormatKeys {
    FormatKeys(
      type: literal(
        FormatKeys.typeName, effect: effect,
        "the format of bound texts: `number`, `date` or `masked`; `= …` computes it"),
      pattern: literal(
        FormatKeys.patternName, effect: effect,
        "a Unicode number or date pattern, or a mask, as it is; `= …` computes it"))
  }
}
