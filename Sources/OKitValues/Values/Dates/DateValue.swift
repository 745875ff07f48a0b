/// A date and time, as seconds since 2001-01-01T00:00:00Z: what Swift's `Codable` writes for a `Date`.
public struct DateValue: Hashable, Sendable, Comparable {
  @usableFromInline package var secondsSince2001: Double

  @usableFromInline package init(secondsSince2001: Double) { self.secondsSince2001 = secondsSince2001 }
  /// Creates a date from Unix time.
  public init(secondsSince1970: Double) { secondsSince2001 = secondsSince1970 - Self.epochOffset }

  /// Seconds between 1970-01-01 and 2001-01-01.
  package static let epochOffset: Double = 978_307_200

  /// The date as Unix time.
  public var secondsSince1970: Double { secondsSince2001 + Self.epochOffset }

  public static func < (a: Self, b: Self) -> Bool { a.secondsSince2001 < b.secondsSince2001 }
}
