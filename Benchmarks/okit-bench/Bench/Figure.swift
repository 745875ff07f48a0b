/// One measured value, with a peer's value if there is one.
struct Figure {
  var name: String
  var value: Double
  var unit: Unit
  /// The peer, which did the same work.
  var peer: String?
  /// The value divided by the peer's.
  var ratio: Double?
  /// The limit of the ratio or, without a peer, of the value.
  var goal: Double?

  enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes
    case megabytes = "MB"
  }

  /// A Boolean value that tells whether the goal is met; nil without a goal.
  var isMet: Bool? { goal.map { (ratio ?? value) <= $0 } }
}
