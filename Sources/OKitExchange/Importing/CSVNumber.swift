/// Numbers with thousands or a decimal comma, as spreadsheets write them.
package enum CSVNumber {
  /// The meaning of the marks in numbers, which follows from what separates the fields of a file.
  package enum Marks: Sendable {
    /// `1,234.50`; a decimal comma only where a comma cannot separate thousands.
    case english
    /// `1.234,50`, as spreadsheets of countries with a decimal comma write it.
    case german
    /// Either, where only one of both is possible.
    case unknown

    package init(separator: UInt8) {
      switch separator {
      case UInt8(ascii: ","): self = .english
      case UInt8(ascii: ";"): self = .german
      default: self = .unknown
      }
    }
  }

  /// Returns a number that has no other meaning without its marks, such as `1234.50` for `1.234,50`; nil for any other
  /// text.
  package static func plain(_ text: String, _ marks: Marks) -> String? {
    if NumberText.double(text) != nil { return nil }
    if marks == .english, let plain = plain(text, groups: ",", decimals: ".") { return plain }
    if marks != .german, isGrouped(text, by: ",") { return nil }
    return plain(text, groups: ".", decimals: ",")
  }

  /// Returns a number without marks; nil for a code such as `007` and for what is not a number.
  package static func plain(_ text: String, groups group: Character, decimals mark: Character) -> String? {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard !isCode(text), parts.count <= 2, let whole = parts.first, whole.last?.isNumber == true,
      !whole.contains(group) || isGrouped(whole, by: group),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return ([whole.filter { $0 != group }] + parts.dropFirst().map(String.init)).joined(separator: ".")
  }

  /// Whether a mark can separate the thousands of a number: `1,234`, `-12,345,678`, but neither `0,125` nor `1,5`.
  package static func isGrouped(_ text: some StringProtocol, by mark: Character) -> Bool {
    let groups = text.drop { $0 == "-" }.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count), first.first != "0" else {
      return false
    }
    return groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
      && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// Whether a text has digits with a leading zero or a plus sign: a code, not a number.
  package static func isCode(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    return (digits.first == "0" && digits.dropFirst().first?.isNumber == true) || text.first == "+"
  }
}
