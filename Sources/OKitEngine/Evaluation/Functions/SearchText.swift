internal import Foundation

/// Normalization of texts for searching.
package enum SearchText {
  /// Returns the letters and digits in lower case, without diacritics and width, runs of one character collapsed:
  /// `grosebucher` for `Große  Bücher!!`. Independent of the locale; empty without a letter or digit.
  ///
  /// O(length); ASCII texts take one pass over their bytes.
  package static func normalized(_ text: String) -> String {
    asciiNormalized(text) ?? foldedNormalized(text)
  }

  /// Returns nil when a character is not ASCII.
  private static func asciiNormalized(_ text: String) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let kept: UInt8
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): kept = byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): kept = byte | 0x20
      case 0x80...: return nil
      default: continue
      }
      if kept != previous { result.append(kept) }
      previous = kept
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func foldedNormalized(_ text: String) -> String {
    let folded = text.lowercased()
      .folding(options: [.diacriticInsensitive, .widthInsensitive, .caseInsensitive], locale: nil)
    var result = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars where isKept(scalar) && scalar != result.last { result.append(scalar) }
    return String(result)
  }

  /// Keeps marks: those that remain after folding are vowels, as in Devanagari.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
