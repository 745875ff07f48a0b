/// The changes from one screen to the next, as JSON data.
package struct LiveChanges: Sendable, Hashable {
  /// The fields of the screen that have other values.
  private(set) var fields: [String: JSONValue] = [:]
  private(set) var sections: [String: JSONValue] = [:]
  private(set) var rows: [String: JSONValue] = [:]

  package var isEmpty: Bool { fields.isEmpty && sections.isEmpty && rows.isEmpty }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = [:]
    if !fields.isEmpty { members["fields"] = .object(fields) }
    if !sections.isEmpty { members["sections"] = .object(sections) }
    if !rows.isEmpty { members["rows"] = .object(rows) }
    return .object(members)
  }

  init(from old: LiveScreen, to new: LiveScreen) {
    let diff = new.screen.changes(since: old.screen)
    // The gestures are not a member of the JSON data; `actions` and `refresh` say them.
    for field in diff.fields where field.name != "gestures" { fields[field.name] = field.new }
    let refreshes = new.screen.gestures.contains(.refresh)
    if refreshes != old.screen.gestures.contains(.refresh) { fields["refresh"] = .bool(refreshes) }
    // With an open menu, that of the menu, which gets the actions.
    fields.removeValue(forKey: "instance")
    if old.place.instance != new.place.instance { fields["instance"] = new.instanceJSON }
    if old.actions != new.actions { fields["actions"] = new.actions.jsonValue }
    addSections(diff)
    addRows(diff, from: old, to: new)
  }

  private mutating func addSections(_ diff: ScreenDiff) {
    Self.add("removed", diff.removedSections.map { .int($0) }, to: &sections)
    Self.add("moved", diff.movedSections.map { ["from": .int($0.from), "to": .int($0.to)] }, to: &sections)
    Self.add(
      "inserted", diff.insertedSections.map { ["place": .int($0.place), "section": $0.head.jsonValue] }, to: &sections)
    Self.add(
      "updated",
      diff.updatedSections.map { update in
        guard case .object(var members) = update.new.jsonValue else { return .null }
        members["rows"] = nil
        return ["place": .int(update.place), "section": .object(members)]
      }, to: &sections)
  }

  private mutating func addRows(_ diff: ScreenDiff, from old: LiveScreen, to new: LiveScreen) {
    Self.add("removed", diff.removals.map { Self.json($0.path) }, to: &rows)
    Self.add("moved", diff.moves.map { ["from": Self.json($0.from), "to": Self.json($0.to)] }, to: &rows)
    Self.add("inserted", diff.insertions.map { ["path": Self.json($0.path), "row": new.json($0.row)] }, to: &rows)
    var updated = diff.updates.map(\.path)
    if old.fields != new.fields || old.inert != new.inert || !old.renamed.isEmpty {
      let known = Set(updated + diff.insertions.map(\.path))
      updated += new.screen.rowPaths.filter { path in
        !known.contains(path) && new.screen[path].map { !new.hasSameFields($0, as: old) } ?? false
      }
    }
    Self.add(
      "updated",
      updated.compactMap { path in new.screen[path].map { ["path": Self.json(path), "row": new.json($0)] } },
      to: &rows)
  }

  private static func add(_ name: String, _ list: [JSONValue], to members: inout [String: JSONValue]) {
    if !list.isEmpty { members[name] = .array(list) }
  }

  private static func json(_ path: RowPath) -> JSONValue { [.int(path.section), .int(path.row)] }
}
