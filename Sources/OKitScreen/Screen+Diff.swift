extension Screen {
  /// Returns the changes since `old`, with as few moves as possible. O(n log n) for n rows, O(n) when none moved.
  package func changes(since old: Screen) -> ScreenDiff {
    var diff = ScreenDiff()
    diff.fields = changedFields(since: old)
    if old.sections == sections { return diff }
    if hasSamePlaces(as: old) {
      diff.compareInPlace(old.sections, sections)
    } else {
      let rows = RowOrigins(old.sections, sections)
      let origins = SectionOrigins(old.sections, sections, rows).origins
      diff.compareSections(old.sections, sections, origins)
      diff.compareRows(old.sections, sections, rows, sections: origins)
    }
    return diff
  }

  /// Whether all sections and rows are where they were.
  private func hasSamePlaces(as old: Screen) -> Bool {
    sections.elementsEqual(old.sections) { new, old in
      new.header == old.header && new.rows.elementsEqual(old.rows) { $0.id == $1.id }
    }
  }

  private func changedFields(since old: Screen) -> [ScreenDiff.Field] {
    var (before, after) = (old, self)
    (before.sections, after.sections) = ([], [])
    guard before != after else { return [] }
    var fields = Self.comparedFields.compactMap { field -> ScreenDiff.Field? in
      let (old, new) = (field.value(before) ?? .null, field.value(after) ?? .null)
      return old == new ? nil : ScreenDiff.Field(name: field.key, old: old, new: new)
    }
    if before.gestures != after.gestures {
      let (old, new) = (Int(before.gestures.rawValue), Int(after.gestures.rawValue))
      fields.append(ScreenDiff.Field(name: "gestures", old: .int(old), new: .int(new)))
    }
    return fields
  }

  /// The gestures say whether a list can be refreshed.
  private static let comparedFields = fields.filter { $0.key != "refresh" }
}

extension ScreenDiff {
  /// Records the changes when all sections and rows are where they were.
  fileprivate mutating func compareInPlace(_ old: [Section], _ new: [Section]) {
    for (section, (before, after)) in zip(old, new).enumerated() where before != after {
      if before.head != after.head {
        updatedSections.append(UpdatedSection(place: section, old: before.head, new: after.head))
      }
      for (row, (before, after)) in zip(before.rows, after.rows).enumerated() where before != after {
        updates.append(Update(path: RowPath(section: section, row: row), old: before, new: after))
      }
    }
  }

  /// Records the changes of sections.
  fileprivate mutating func compareSections(_ old: [Section], _ new: [Section], _ origins: [Int?]) {
    let kept = Set(origins.compactMap { $0 })
    removedSections = old.indices.filter { !kept.contains($0) }
    let stay = Set(longestIncreasing(origins.compactMap { $0 }))
    for (place, origin) in origins.enumerated() {
      let head = new[place].head
      guard let origin else {
        insertedSections.append(InsertedSection(place: place, head: head))
        continue
      }
      if !stay.contains(origin) { movedSections.append(MovedSection(from: origin, to: place)) }
      if old[origin].head != head {
        updatedSections.append(UpdatedSection(place: place, old: old[origin].head, new: head))
      }
    }
  }

  fileprivate mutating func compareRows(
    _ old: [Section], _ new: [Section], _ rows: RowOrigins, sections: [Int?]
  ) {
    let found = Set(rows.origins.compactMap { $0 })
    removals = rows.oldPaths.filter { !found.contains($0) }
      .map { Removal(path: $0, row: old[$0.section].rows[$0.row]) }

    let stay = stayingRows(rows, sections: sections)
    for (path, origin) in zip(rows.newPaths, rows.origins) {
      let row = new[path.section].rows[path.row]
      guard let origin else {
        insertions.append(Insertion(path: path, row: row))
        continue
      }
      if !stay.contains(origin) { moves.append(Move(from: origin, to: path)) }
      let before = old[origin.section].rows[origin.row]
      if before != row { updates.append(Update(path: path, old: before, new: row)) }
    }
  }

  /// The old places of the rows that keep their order within the section that they were in.
  private func stayingRows(_ rows: RowOrigins, sections: [Int?]) -> Set<RowPath> {
    var candidates: [Int: [Int]] = [:]
    for (path, origin) in zip(rows.newPaths, rows.origins) {
      guard let origin, sections[path.section] == origin.section else { continue }
      candidates[origin.section, default: []].append(origin.row)
    }
    return candidates.reduce(into: []) { stay, entry in
      for row in longestIncreasing(entry.value) { stay.insert(RowPath(section: entry.key, row: row)) }
    }
  }

  /// Returns, for each of so many new sections, the old one that it was.
  package func sectionOrigins(old: Int, new: Int) -> [Int?] {
    let leaving = Set(removedSections + movedSections.map(\.from))
    var entering = Dictionary(uniqueKeysWithValues: movedSections.map { ($0.to, Optional($0.from)) })
    for section in insertedSections { entering[section.place] = .some(nil) }
    var staying = (0..<old).lazy.filter { !leaving.contains($0) }.makeIterator()
    return (0..<new).map { entering[$0] ?? staying.next() }
  }
}
