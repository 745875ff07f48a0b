/// Whether the values of a column are dates or days.
struct DescribedDates {
  private var count = 0
  private var texts = 0, blobs = 0
  /// The number of texts that are dates, of those without another time than midnight, and of those without a time.
  private var dates = 0, midnights = 0, days = 0
  private var least = Double.infinity, largest = -Double.infinity

  mutating func add(_ value: RowValue) {
    switch value {
    case .null: return
    case .text(let text):
      texts += 1
      // Years alone and other numbers are not dates.
      if let iso = ISO8601.read(text), text.utf8.count >= 10 {
        dates += 1
        if iso.isMidnight, iso.offset == 0 { midnights += 1 }
        if !iso.hasTime { days += 1 }
      }
    case .int(let number): add(Double(number))
    case .real(let number): add(number)
    case .blob: blobs += 1
    }
    count += 1
  }

  private mutating func add(_ number: Double) { (least, largest) = (min(least, number), max(largest, number)) }

  /// The kind of property that holds all values; nil where they are neither dates nor days.
  ///
  /// - Parameters:
  ///   - declared: The declared type in capitals.
  ///   - name: The name of the column, which tells dates as numbers.
  func kind(declared: String, name: String) -> DescribedColumn.Kind? {
    let isDeclared = declared.contains("DATE") || declared.contains("TIMESTAMP")
    if count == 0 { return isDeclared ? (declared == "DATE" ? .day : .date) : nil }
    // A DATE has no time, even if it is written with one.
    if dates == count { return (declared == "DATE" ? midnights : days) == count ? .day : .date }
    guard texts == dates, blobs == 0, !isCoreData(declared, name), isDeclared || Self.namesDate(name) else {
      return nil
    }
    return isPlausible ? .date : nil
  }

  /// Whether the numbers are dates of the years 1973 to 2099, or Julian days since 1582.
  private var isPlausible: Bool {
    switch DateForm.form(ofNumbers: least, largest, isWhole: true) {
    case .seconds: least >= 100_000_000 && largest < 4_102_444_800
    case .milliseconds: least >= 100_000_000_000 && largest < 4_102_444_800_000
    case .julianDay: least >= 2_299_160.5
    case .text: false
    }
  }

  /// Core Data has seconds since 2001 in columns such as ZTIMESTAMP.
  private func isCoreData(_ declared: String, _ name: String) -> Bool { declared == "TIMESTAMP" && name.hasPrefix("Z") }

  private static func namesDate(_ name: String) -> Bool {
    if name.hasSuffix("At") || name.hasSuffix("On") { return true }
    let name = name.lowercased()
    return ["date", "time", "timestamp", "datetime", "_at", "_on", "created", "updated", "modified"].contains {
      name.hasSuffix($0)
    } || name.hasPrefix("date")
  }
}
