/// The unit in which a client counts the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The one that needs no conversion, if the client offers it. A client that offers nothing counts UTF-16 code units.
  static func negotiated(_ offered: [String]) -> PositionEncoding { offered.contains("utf-8") ? .utf8 : .utf16 }

  /// Returns the number of units in a text.
  func length(of text: some StringProtocol) -> Int { self == .utf8 ? text.utf8.count : text.utf16.count }
}

/// A place in a text, from 0.
struct Position: Hashable, Comparable {
  var line: Int
  /// In the units of the client.
  var character: Int

  static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
}
