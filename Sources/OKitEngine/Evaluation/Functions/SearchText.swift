internal import Foundation

/// Texts made comparable for searching.
public enum SearchText {
  /// Lower case, diacritics and width folded, letters and digits only, runs of one character collapsed:
  /// `Große  Bücher!!` gives `grosebucher`. Independent of the locale; empty when no letter or digit is there.
  ///
  /// O(length); ASCII texts take one pass over their bytes.
  public static func normalized(_ text: String) -> String {
    asciiNormalized(text) ?? foldedNormalized(text)
  }

  /// Nil when a character is not ASCII.
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

  /// Marks stay: those that folding leaves are vowels, as in Devanagari.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
