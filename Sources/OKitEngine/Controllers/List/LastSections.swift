/// The sections of the last screen of a list, and what they depend on besides the rows themselves.
///
/// The screen after a change has most of them in common, so that they are changed in place.
final class LastSections {
  /// What decides about all rows.
  struct State: Equatable {
    var range: Range<Int>
    var mode: ListRow.Mode
    var settings: ListContent.Settings
    var selected: SelectedRow?
    var marked: Set<EntityID>
    var columns: [ColumnSource]
  }

  let state: State
  fileprivate var places: [ListContent.PartPlace] = []
  /// The places of the next screen, until it is known whether they have the same parts.
  fileprivate var newPlaces: [ListContent.PartPlace] = []
  /// The elements of all parts, and where those of each part begin; the last entry is their number.
  fileprivate var elements: [EntityID] = []
  fileprivate var starts = [0]
  /// The entities that the rows show.
  fileprivate var entities: [EntityID] = []
  fileprivate var decorated: Set<EntityID> = []
  fileprivate var sections: [Section] = []
  /// The index of the section of each part; -1 while all of its rows are hidden.
  fileprivate var indexes: [Int] = []
  /// The number of changes in place.
  fileprivate var revision = 0

  fileprivate init(_ state: State) { self.state = state }

  fileprivate func range(ofPart index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  fileprivate func section(ofPart index: Int) -> Section? { indexes[index] < 0 ? nil : sections[indexes[index]] }

  /// Whether a part is the same as the one at an index, which has rows that are shown.
  fileprivate func holds(_ part: ListContent.Part, at index: Int) -> Bool {
    indexes[index] >= 0 && sections[indexes[index]].header == part.header
      && elements[range(ofPart: index)].elementsEqual(part.elements)
  }

  fileprivate func append(_ place: ListContent.PartPlace, _ part: some Collection<EntityID>) {
    places.append(place)
    elements.append(contentsOf: part)
    starts.append(elements.count)
  }

  fileprivate func append(_ section: Section?) {
    indexes.append(section == nil ? -1 : sections.count)
    if let section { sections.append(section) }
  }

  /// Takes over the places of the next screen if they have the same parts. Returns whether they have. O(parts).
  fileprivate func move(to content: ListContent) -> Bool {
    content.find(&newPlaces, in: state.range)
    guard newPlaces.count == places.count else { return false }
    for index in places.indices where newPlaces[index] != places[index] || places[index].version == nil {
      guard holds(content.part(newPlaces[index]), at: index) else { return false }
    }
    swap(&places, &newPlaces)
    return true
  }

  /// The part with an element at a position among all.
  fileprivate func part(ofElement position: Int) -> Int { starts.partitionPoint { $0 <= position } - 1 }
}

extension ListController {
  /// The sections with the rows of a range. O(1) when nothing of them has changed since the last screen; else only the
  /// rows that have changed, and the parts that have other rows, are made again.
  func sections(_ range: Range<Int>, of content: ListContent) -> [Section] {
    let mode = mode
    let state = LastSections.State(
      range: range, mode: mode, settings: content.settings, selected: selected, marked: marked,
      columns: shownColumns)
    let last = lastSections?.state == state ? lastSections : nil
    if let last, !rowStaleness.isStale, last.decorated == decorated(last.entities) { return last.sections }
    let changed = rowStaleness.takeChangedRows()
    // A function that reads the screen depends on all rows. The rows of an ended controller do not report changes.
    let canKeep = !overridesRows && !isEnded && !store.graph.isTracking
    if canKeep, let last, change(last, content, changed, mode) { return last.sections }
    return make(LastSections(state), of: content, canKeep ? last : nil, changed, mode).sections
  }

  /// Makes the rows that have changed again, if the parts are the same as on the last screen. Returns whether they are.
  private func change(
    _ last: LastSections, _ content: ListContent, _ changed: ChangedRows, _ mode: ListRow.Mode
  ) -> Bool {
    guard last.move(to: content), last.decorated == decorated(last.entities) else { return false }
    let revision = last.revision
    var rows: [(section: Int, row: Int, shown: Screen.Row)] = []
    for position in changed.places(in: last.elements) {
      let part = last.part(ofElement: position)
      let (section, range) = (last.indexes[part], last.range(ofPart: part))
      let row = row(ofElement: last.elements[position])
      guard section >= 0, last.sections[section].rows.count == range.count,
        let shown = shownRow(row, mode, isDecorated: last.decorated.contains(row.entity))
      else { return false }
      rows.append((section, position - range.lowerBound, shown))
    }
    // A function of a row may have read the screen.
    guard lastSections === last, last.revision == revision else { return false }
    for (section, row, shown) in rows { last.sections[section].rows[row] = shown }
    last.revision += 1
    return true
  }

  /// Makes the sections of other parts. Those that stand at the same index as before, counted from the first or from
  /// the last one, keep the rows that have not changed.
  private func make(
    _ new: LastSections, of content: ListContent, _ last: LastSections?, _ changed: ChangedRows, _ mode: ListRow.Mode
  ) -> LastSections {
    let places = content.places(new.state.range)
    var (headers, before) = ([String?](), [Int?]())
    for (index, place) in places.enumerated() {
      let same = [index, index - places.count + (last?.places.count ?? 0)]
      func known(_ isSame: (LastSections, Int) -> Bool) -> Int? {
        last.flatMap { last in same.first { last.places.indices.contains($0) && isSame(last, $0) } }
      }
      var index = place.version == nil ? nil : known { $0.places[$1] == place }
      var part: ListContent.Part?
      if index == nil {
        let own = content.part(place)
        (part, index) = (own, known { $0.holds(own, at: $1) })
      }
      if let last, let index {
        new.append(place, last.elements[last.range(ofPart: index)])
      } else {
        new.append(place, part?.elements ?? [])
      }
      headers.append(part?.header)
      before.append(index)
    }
    new.entities = overrides(.getEntity) ? new.elements.map { row(ofElement: $0).entity } : new.elements
    forgetRows(except: new.elements)
    new.decorated = decorated(new.entities)
    let keepsRows = new.decorated == last?.decorated
    for (index, place) in places.enumerated() {
      let elements = new.elements[new.range(ofPart: index)]
      func shown(_ element: EntityID) -> Screen.Row? {
        let row = row(ofElement: element)
        return shownRow(row, mode, isDecorated: new.decorated.contains(row.entity))
      }
      if let last, let old = before[index] {
        let section = last.section(ofPart: old)
        let changes = keepsRows ? changed.places(in: elements) : Array(elements.indices)
        let rows = changes.compactMap { shown(elements[$0]) }
        if changes.isEmpty {
          new.append(section)
          continue
        }
        if rows.count == changes.count, var section, section.rows.count == elements.count {
          for (place, row) in zip(changes, rows) { section.rows[place - elements.startIndex] = row }
          new.append(section)
          continue
        }
      }
      let rows = elements.compactMap(shown)
      let header = before[index] == nil ? headers[index] : content.part(place).header
      new.append(rows.isEmpty ? nil : Section(header: header, rows: rows))
    }
    lastSections = new
    return new
  }
}
