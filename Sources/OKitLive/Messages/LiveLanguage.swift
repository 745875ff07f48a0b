internal import Foundation

/// The language of an application, as HTML names it.
package struct LiveLanguage: Sendable, Hashable {
  /// Such as `de-DE`.
  package let name: String
  package let isRightToLeft: Bool

  /// - Parameter locale: Such as `de_DE`, perhaps with keywords as `ar_EG@numbers=latn`.
  package init(locale: String) {
    name = String(locale.prefix { $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    isRightToLeft = Locale.Language(identifier: locale).characterDirection == .rightToLeft
  }
}
