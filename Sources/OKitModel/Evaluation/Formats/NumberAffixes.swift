internal import _FoundationICU

/// The texts before and after the digits of a number, such as `(` and `)` of negative amounts.
struct NumberAffixes {
  let prefix: String
  let suffix: String

  init(
    _ handle: UnsafeMutablePointer<UNumberFormat?>, _ prefix: UNumberFormatTextAttribute,
    _ suffix: UNumberFormatTextAttribute
  ) {
    func read(_ attribute: UNumberFormatTextAttribute) -> String {
      ICUText.read { swift_unum_getTextAttribute(handle, attribute, $0, $1, &$2) } ?? ""
    }
    (self.prefix, self.suffix) = (read(prefix), read(suffix))
  }

  /// Whether there is anything that tells the number from another one.
  var isSign: Bool { !Self.normalized(prefix + suffix).isEmpty }

  /// Returns the text between the prefix and the suffix, whose blanks may be missing.
  ///
  /// - Parameter isNeeded: Whether a text without them gives nil.
  func strip(_ text: Substring, isNeeded: Bool) -> Substring? {
    let (start, end) = (Self.normalized(prefix), Self.normalized(suffix))
    var rest = Self.trimmed(text)
    if !start.isEmpty {
      if rest.hasPrefix(start) { rest = rest.dropFirst(start.count) } else if isNeeded { return nil }
    }
    if !end.isEmpty {
      if rest.hasSuffix(end) { rest = rest.dropLast(end.count) } else if isNeeded { return nil }
    }
    return Self.trimmed(rest)
  }

  /// Returns the text as keyboards write it: without direction marks, with plain blanks and signs, and none around it.
  static func normalized(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{200E}", "\u{200F}", "\u{061C}": break
      case "\u{00A0}", "\u{202F}", "\u{2009}": scalars.append(" ")
      case "\u{2212}": scalars.append("-")
      default: scalars.append(scalar)
      }
    }
    return String(trimmed(Substring(String(scalars))))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
