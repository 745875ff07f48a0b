/// Durations in seconds as text.
enum DurationText {
  /// `02:05`, from an hour on `01:02:05`; whole seconds, the rest is dropped.
  static func clock(_ seconds: Double) -> String {
    guard let parts = Parts(seconds) else { return NumberText.text(of: seconds) }
    let short = "\(ISO8601.padded(parts.minutes)):\(ISO8601.padded(parts.seconds))"
    return parts.sign + (parts.hours == 0 ? short : "\(ISO8601.padded(parts.hours)):\(short)")
  }

  /// `00:02:05`, always with hours.
  static func longClock(_ seconds: Double) -> String {
    guard let parts = Parts(seconds) else { return NumberText.text(of: seconds) }
    let hours = ISO8601.padded(parts.hours)
    return "\(parts.sign)\(hours):\(ISO8601.padded(parts.minutes)):\(ISO8601.padded(parts.seconds))"
  }

  /// `2 min. 5 sec.`, below a minute `5 sec.`; hours count as minutes.
  static func words(_ total: Double, minutes minuteWord: String, seconds secondWord: String) -> String {
    guard let parts = Parts(total) else { return NumberText.text(of: total) }
    let minutes = parts.hours * 60 + parts.minutes
    let seconds = "\(parts.seconds) \(secondWord)"
    return parts.sign + (minutes == 0 ? seconds : "\(minutes) \(minuteWord) \(seconds)")
  }

  private struct Parts {
    let sign: String
    let hours, minutes, seconds: Int

    /// Creates the parts; nil for what is not a number or does not fit into 64 bits.
    init?(_ total: Double) {
      guard let whole = Int(exactly: total.rounded(.towardZero)), whole != .min else { return nil }
      sign = whole < 0 ? "-" : ""
      let magnitude = abs(whole)
      (hours, minutes, seconds) = (magnitude / 3600, magnitude / 60 % 60, magnitude % 60)
    }
  }
}
