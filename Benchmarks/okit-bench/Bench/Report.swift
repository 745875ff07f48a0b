import Foundation
import OKitEngine

/// Prints figures at once, as rows of a table or as one JSON object per line.
final class Report {
  private let asJSON: Bool
  private(set) var missed = 0

  init(json: Bool) {
    asJSON = json
    if !json { line(Self.row("name", "value", "unit", "peer", "ratio", "goal", "")) }
  }

  /// Adds a figure without a peer; `goal` limits the value.
  func add(_ name: String, _ value: Double, _ unit: Figure.Unit, goal: Double? = nil) throws {
    try add(Figure(name: name, value: value, unit: unit, goal: goal))
  }

  /// Adds a figure with a peer's value in the same unit; `goal` limits the ratio.
  func add(
    _ name: String, _ value: Double, _ unit: Figure.Unit, peer: String, _ peerValue: Double, goal: Double? = nil
  ) throws {
    try add(Figure(name: name, value: value, unit: unit, peer: peer, ratio: value / peerValue, goal: goal))
  }

  private func add(_ figure: Figure) throws {
    if figure.isMet == false { missed += 1 }
    line(try asJSON ? json(figure) : row(figure))
  }

  private func row(_ figure: Figure) -> String {
    Self.row(
      figure.name, Self.text(figure.value), figure.unit.rawValue, figure.peer ?? "",
      figure.ratio.map { Self.text($0) } ?? "", figure.goal.map { "≤ " + Self.text($0) } ?? "",
      figure.isMet.map { $0 ? "ok" : "miss" } ?? "")
  }

  private static func row(
    _ name: String, _ value: String, _ unit: String, _ peer: String, _ ratio: String, _ goal: String, _ mark: String
  ) -> String {
    let cells = [
      left(name, 38), right(value, 10), left(unit, 5), left(peer, 22), right(ratio, 8), right(goal, 9), mark,
    ]
    return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Three significant digits.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    let digits = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
    let scale = pow(10, Double(min(digits, 6)))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && digits == 0 ? "\(Int(rounded))" : "\(rounded)"
  }

  private func json(_ figure: Figure) throws -> String {
    var writer = JSONWriter()
    try writer.beginObject()
    writer.key("name")
    writer.string(figure.name)
    writer.key("value")
    try writer.double(figure.value)
    writer.key("unit")
    writer.string(figure.unit.rawValue)
    writer.key("peer")
    if let peer = figure.peer { writer.string(peer) } else { writer.null() }
    writer.key("ratio")
    if let ratio = figure.ratio { try writer.double(ratio) } else { writer.null() }
    writer.key("goal")
    if let goal = figure.goal { try writer.double(goal) } else { writer.null() }
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private func line(_ text: String) { Output.standard.line(text) }
}
