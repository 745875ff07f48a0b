/// A number of bytes in the unit that people read: powers of 1000, none of a kilobyte's fraction, one digit of a
/// megabyte's, two from a gigabyte on.
struct FileSizeText {
  /// How much, in `unit`s.
  let amount: Value
  let unit: String
  /// How the amount is formatted; nil when `unit` says it all.
  let pattern: String?

  private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]
  private static let patterns = ["#,##0", "#,##0.#", "#,##0.##"]

  init(bytes: Double, locale: String) {
    let isGerman = locale.hasPrefix("de")
    let whole = bytes.rounded(.towardZero)
    guard whole != 0 else {
      (amount, unit, pattern) = (.int(0), isGerman ? "Null KB" : "Zero KB", nil)
      return
    }
    guard whole.magnitude >= 1000 else {
      (amount, unit) = (.double(whole), isGerman ? "Byte" : whole == 1 ? "byte" : "bytes")
      pattern = Self.patterns[0]
      return
    }
    var (scaled, step) = (whole / 1000, 0)
    var rounded = NumberFunctions.rounded(scaled, digits: 0)
    // What rounds up to 1000 is one of the next unit.
    while rounded.magnitude >= 1000, step + 1 < Self.units.count {
      (scaled, step) = (scaled / 1000, step + 1)
      rounded = NumberFunctions.rounded(scaled, digits: min(step, 2))
    }
    (amount, unit, pattern) = (.double(rounded), Self.units[step], Self.patterns[min(step, 2)])
  }
}
