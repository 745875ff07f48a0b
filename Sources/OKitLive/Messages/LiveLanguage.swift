internal import Foundation

/// The language of an application, as HTML names it.
package struct LiveLanguage: Sendable, Hashable {
  /// Such as `de-DE`.
  package let name: String
  package let isRightToLeft: Bool

  /// - Parameter locale: Such as `de_DE`.
  package init(locale: String) {
    name = String(locale.map { $0 == "_" ? "-" : $0 })
    isRightToLeft = Locale.Language(identifier: locale).characterDirection == .rightToLeft
  }
}
