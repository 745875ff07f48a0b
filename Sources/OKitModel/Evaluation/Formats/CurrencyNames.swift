internal import _FoundationICU

/// The names of a currency that depend on the number in front of them, such as `euro` and `euros`.
///
/// ICU writes each of them, but the texts around the digits that it tells have only the general one.
struct CurrencyNames {
  private let general: String
  /// All names, longest first, because one can be a part of another.
  private let names: [String]

  /// Reads the names of a format's currency; nil if its pattern does not have them (`¤¤¤`), or if there is only one.
  init?(_ handle: UnsafeMutablePointer<UNumberFormat?>, pattern: String, locale: String) {
    guard pattern.contains("¤¤¤"),
      let code = ICUText.read({ swift_unum_getTextAttribute(handle, UNUM_CURRENCY_CODE, $0, $1, &$2) })
    else { return nil }
    let names = ["other", "zero", "one", "two", "few", "many"].compactMap { Self.name(of: code, locale, plural: $0) }
    guard let general = names.first, Set(names).count > 1 else { return nil }
    self.general = general
    self.names = Set(names).sorted { ($0.count, $0) > ($1.count, $1) }
  }

  private static func name(of code: String, _ locale: String, plural: String) -> String? {
    // ICU reads the code up to a zero.
    ICUText.withUnits(code + "\0") { units, _ -> String? in
      var (isChoice, length, status): (UBool, Int32, UErrorCode) = (0, 0, U_ZERO_ERROR)
      let name = swift_ucurr_getPluralName(units, locale, &isChoice, plural, &length, &status)
      guard !status.isFailure, let name, length > 0 else { return nil }
      return NumberAffixes.normalized(
        String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF16.self))
    } ?? nil
  }

  /// Returns a text with the general name in place of another one.
  func generalized(_ text: String) -> String {
    guard let name = names.first(where: text.contains), name != general else { return text }
    return text.split(separator: name, omittingEmptySubsequences: false).joined(separator: general)
  }
}
