extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// Seconds, rounded to three decimal places.
  var secondsText: String {
    let milliseconds = max(0, (inSeconds * 1000).rounded())
    guard milliseconds < 1e18 else { return "\(inSeconds)" }
    let whole = Int(milliseconds)
    let rest = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
