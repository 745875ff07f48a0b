package import OKitEngine

extension ScreenDiff {
  /// Returns the sections of the new screen, made of the old ones by following the description of `ScreenDiff` to the
  /// letter; nil if the difference says something else of the old ones than they have.
  package func applied(to old: [Section]) -> [Section]? {
    var kept = old
    for path in (removals.map(\.path) + moves.map(\.from)).sorted(by: >) {
      kept[path.section].rows.remove(at: path.row)
    }

    let leaving = Set(removedSections + movedSections.map(\.from))
    guard removedSections.allSatisfy({ kept[$0].rows.isEmpty }) else { return nil }
    var sections = kept.indices.filter { !leaving.contains($0) }.map { kept[$0] }
    let entering = insertedSections.map { ($0.place, $0.head) } + movedSections.map { ($0.to, kept[$0.from]) }
    for (place, section) in entering.sorted(by: { $0.0 < $1.0 }) { sections.insert(section, at: place) }
    for update in updatedSections {
      guard sections[update.place].head == update.old else { return nil }
      let rows = sections[update.place].rows
      sections[update.place] = update.new
      sections[update.place].rows = rows
    }

    let rows =
      insertions.map { ($0.path, $0.row) } + moves.map { ($0.to, old[$0.from.section].rows[$0.from.row]) }
    for (path, row) in rows.sorted(by: { $0.0 < $1.0 }) { sections[path.section].rows.insert(row, at: path.row) }
    for update in updates {
      guard sections[update.path.section].rows[update.path.row] == update.old else { return nil }
      sections[update.path.section].rows[update.path.row] = update.new
    }
    return sections
  }

  /// Returns the JSON data of the new screen, made of the old one; nil as with `applied(to:)` for sections.
  package func applied(to old: Screen) -> JSONValue? {
    guard case .object(var members) = old.jsonValue, let sections = applied(to: old.sections) else { return nil }
    for field in fields {
      if field.name == "gestures" {
        guard case .int(let gestures) = field.new else { return nil }
        members["refresh"] = .bool(Screen.Gestures(rawValue: UInt8(gestures)).contains(.refresh))
      } else {
        guard members[field.name] ?? .null == field.old else { return nil }
        members[field.name] = field.new
      }
    }
    members["sections"] = .array(sections.map(\.jsonValue))
    // A member that may be missing is null in the difference.
    let optional = Screen.fields.filter { $0.name != $0.key }.map(\.key)
    for key in optional where members[key] == .null { members[key] = nil }
    return .object(members)
  }
}
