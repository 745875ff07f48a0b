/// One measured figure, beside a peer's when there is one.
struct Figure {
  var name: String
  var value: Double
  var unit: Unit
  /// Who did the same work.
  var peer: String?
  /// Our value divided by the peer's.
  var ratio: Double?
  /// The limit of the ratio; without a peer, of the value.
  var goal: Double?

  enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes
    case megabytes = "MB"
  }

  /// Whether the goal is met; nil without one.
  var isMet: Bool? { goal.map { (ratio ?? value) <= $0 } }
}
