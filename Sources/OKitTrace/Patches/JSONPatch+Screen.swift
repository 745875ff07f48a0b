extension JSONPatch {
  /// Creates the patch between the JSON data of two screens, of which only the changed parts are made.
  package init(from old: Screen, to new: Screen) {
    self.init()
    var (before, after) = (old, new)
    (before.sections, after.sections) = ([], [])
    if before != after {
      for field in Screen.fields where field.key != "sections" {
        addField(field.key, field.value(before), field.value(after))
      }
    }
    guard old.sections != new.sections else { return }
    let path = JSONPointer(["sections"])
    let isSameCount = old.sections.count == new.sections.count
    // A header may have changed.
    let (oldKeys, newKeys) =
      isSameCount ? ([], []) : (old.sections.map(\.header), new.sections.map(\.header))
    add(from: oldKeys, to: newKeys, at: path) {
      new.sections[$0].jsonValue
    } compare: {
      $0.compare(old.sections[$1], new.sections[$2], at: path.appending($2))
    }
    if isSameCount {
      for index in new.sections.indices {
        compare(old.sections[index], new.sections[index], at: path.appending(index))
      }
    }
  }

  private mutating func addField(_ key: String, _ old: JSONValue?, _ new: JSONValue?) {
    let path = JSONPointer([key])
    switch (old, new) {
    case (let old?, let new?): compare(old, new, at: path)
    case (nil, let new?): operations.append(.add(path, new))
    case (_?, nil): operations.append(.remove(path))
    case (nil, nil): break
    }
  }

  private mutating func compare(_ old: Section, _ new: Section, at path: JSONPointer) {
    guard old != new else { return }
    if old.head != new.head { compare(old.head.jsonValue, new.head.jsonValue, at: path) }
    let rows = path.appending("rows")
    add(from: old.rows.map(\.id), to: new.rows.map(\.id), at: rows) {
      new.rows[$0].jsonValue
    } compare: {
      if old.rows[$1] != new.rows[$2] {
        $0.compare(old.rows[$1].jsonValue, new.rows[$2].jsonValue, at: rows.appending($2))
      }
    }
  }
}
