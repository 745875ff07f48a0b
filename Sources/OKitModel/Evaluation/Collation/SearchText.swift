internal import Foundation

/// Normalization of texts for searching in a locale.
package struct SearchText: Sendable, Hashable {
  /// The locale whose lower case is not that of Unicode, as in Turkish, where `I` becomes `ı`; nil for all others.
  private let ownLowerCase: String?

  package init(locale: String) {
    ownLowerCase = "Iİ".lowercased(with: Locale(identifier: locale)) == "Iİ".lowercased() ? nil : locale
  }

  /// Returns the letters and digits in the lower case of the locale, without diacritics and width, runs of one letter
  /// collapsed: `grosebucher1001` for `Große  Bücher 1001!!`. Empty without a letter or digit.
  ///
  /// O(length); ASCII texts take one pass over their bytes.
  package func normalized(_ text: String) -> String {
    asciiNormalized(text) ?? foldedNormalized(text)
  }

  /// Returns nil when a character is not ASCII, or its lower case is not.
  private func asciiNormalized(_ text: String) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.append(byte)
        previous = byte
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if byte == UInt8(ascii: "I"), ownLowerCase != nil { return nil }
        let letter = byte | 0x20
        if letter != previous { result.append(letter) }
        previous = letter
      case 0x80...: return nil
      default: continue
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func foldedNormalized(_ text: String) -> String {
    let lower = ownLowerCase.map { text.lowercased(with: Locale(identifier: $0)) } ?? text.lowercased()
    let folded = lower.folding(options: [.diacriticInsensitive, .widthInsensitive, .caseInsensitive], locale: nil)
    var result = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .decimalNumber, .letterNumber, .otherNumber: result.append(scalar)
      // Marks that remain after folding are vowels, as in Devanagari.
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark:
        if scalar != result.last { result.append(scalar) }
      default: break
      }
    }
    return String(result)
  }
}
