package import OKitLive

/// The screen of a renderer, as `docs/live.md` says that it applies updates.
package struct ScreenCopy {
  package private(set) var revision: Int
  package private(set) var screen: [String: JSONValue]

  /// - Parameter message: `screen`.
  package init(_ message: JSONValue) throws {
    revision = try message.int("revision")
    screen = try message.object("screen")
  }

  /// Applies `update`.
  package mutating func apply(_ message: JSONValue) throws {
    guard try message.int("from") == revision else { throw Mismatch("update from another revision: \(message)") }
    revision = try message.int("to")
    let changes = JSONValue.object(try message.object("changes"))
    for (name, value) in changes["fields"]?.members ?? [:] {
      if value == .null, Self.optional.contains(name) {
        screen.removeValue(forKey: name)
      } else {
        screen[name] = value
      }
    }
    var sections = try JSONValue.object(screen).array("sections").map {
      (head: $0.members.filter { $0.key != "rows" }, rows: try $0.array("rows"))
    }
    let before = sections
    let (parts, rows) = (changes["sections"] ?? [:], changes["rows"] ?? [:])

    // Out with the rows, then with the sections, the last first.
    let rowMoves = try rows.list("moved").map { (from: try $0.place("from"), to: try $0.place("to")) }
    let leaving = try rows.list("removed").map { try $0.pair() } + rowMoves.map(\.from)
    for place in leaving.sorted().reversed() { sections[place.section].rows.remove(at: place.row) }
    let moves = try parts.list("moved").map { (from: try $0.int("from"), to: try $0.int("to")) }
    let kept = sections
    for place in (try parts.list("removed").map { try $0.int() } + moves.map(\.from)).sorted().reversed() {
      guard try parts.list("removed").contains(.int(place)) == false || sections[place].rows.isEmpty else {
        throw Mismatch("a removed section has rows left: \(message)")
      }
      sections.remove(at: place)
    }
    // In with the sections, then with the rows, the first first.
    var entering = moves.map { (place: $0.to, section: kept[$0.from]) }
    for part in try parts.list("inserted") {
      let section = JSONValue.object(try part.object("section"))
      entering.append((try part.int("place"), (section.members.filter { $0.key != "rows" }, try section.array("rows"))))
    }
    for (place, section) in entering.sorted(by: { $0.place < $1.place }) { sections.insert(section, at: place) }
    var rowsIn = rowMoves.map { (place: $0.to, row: before[$0.from.section].rows[$0.from.row]) }
    for row in try rows.list("inserted") { rowsIn.append((try row.place("path"), .object(try row.object("row")))) }
    for (place, row) in rowsIn.sorted(by: { $0.place < $1.place }) {
      sections[place.section].rows.insert(row, at: place.row)
    }
    // What is there, and has changed.
    for part in try parts.list("updated") {
      sections[try part.int("place")].head.merge(try part.object("section")) { $1 }
    }
    for row in try rows.list("updated") {
      let place = try row.place("path")
      sections[place.section].rows[place.row] = .object(try row.object("row"))
    }
    screen["sections"] = .array(sections.map { .object($0.head.merging(["rows": .array($0.rows)]) { $1 }) })
  }

  /// The members that a screen may be without.
  private static let optional = [
    "total", "from", "columns", "columnTotal", "columnFrom", "rowHeaders", "stopped",
  ]
}

package struct Mismatch: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

extension JSONValue {
  package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }

  package func int(_ key: String? = nil) throws -> Int {
    guard case .int(let number)? = key.map({ self[$0] }) ?? self else {
      throw Mismatch("no number \(key ?? ""): \(self)")
    }
    return number
  }

  package func string(_ key: String) throws -> String {
    guard case .string(let text)? = self[key] else { throw Mismatch("no string \(key): \(self)") }
    return text
  }

  package func object(_ key: String) throws -> [String: JSONValue] {
    guard case .object(let members)? = self[key] else { throw Mismatch("no object \(key): \(self)") }
    return members
  }

  package func array(_ key: String) throws -> [JSONValue] {
    guard case .array(let elements)? = self[key] else { throw Mismatch("no array \(key): \(self)") }
    return elements
  }

  fileprivate func list(_ key: String) throws -> [JSONValue] { self[key] == nil ? [] : try array(key) }

  fileprivate func pair() throws -> RowPath {
    guard case .array(let numbers) = self, numbers.count == 2 else { throw Mismatch("not a place: \(self)") }
    return RowPath(section: try numbers[0].int(), row: try numbers[1].int())
  }

  fileprivate func place(_ key: String) throws -> RowPath { try (self[key] ?? .null).pair() }
}
