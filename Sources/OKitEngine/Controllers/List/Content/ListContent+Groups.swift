/// The groups and their visible rows.
extension ListContent {
  private var isGrouped: Bool { source.group != nil }

  /// Whether a group stands before another: by the value that comes first in it, then, and where groups are not sorted,
  /// by its first row.
  private func groupPrecedes(_ a: Int32, _ b: Int32) -> Bool {
    if isGrouped, settings.groupsSorted {
      switch order(ofGroupValues: groups[a].lead, groups[b].lead) {
      case .before: return true
      case .after: return false
      case .same: break
      }
    }
    guard let first = groups[a].rows.first, let second = groups[b].rows.first else { return false }
    return comparison.precedes(first, second)
  }

  private func order(ofGroupValues a: Int32, _ b: Int32) -> Value.Order {
    keys.order(a, b, column: keys.width - 1, ascending: settings.groupsAscending)
  }

  /// Makes the groups of all visible elements. O(n + g log g).
  func regroup() {
    groups.clear()
    rebuiltElements += order.count
    let rows = filter == nil ? order.all : order.all.filter { isVisible[Int($0)] }
    guard isGrouped else { return groups.fill(rows) }
    groups.deal(rows, by: groupOf)
    // Groups in the order of their first rows, each with the row whose value leads it.
    var (seen, leads) = ([Int32](), groups.leads)
    for slot in rows {
      let number = Int(groupOf[Int(slot)])
      if leads[number] == ListGroups.none {
        leads[number] = slot
        seen.append(Int32(number))
      } else if keys.head(slot, keys.width - 1) != keys.head(leads[number], keys.width - 1)
        || !keys.head(slot, keys.width - 1).isExact, order(ofGroupValues: slot, leads[number]) == .before
      {
        leads[number] = slot
      }
    }
    for number in seen { groups[number].lead = leads[Int(number)] }
    if settings.groupsSorted { seen.sort { groupPrecedes($0, $1) } }
    groups.order = GroupOrder(seen) { groups[$0].rows.count }
  }

  /// Adds a row to its group, unless the groups are about to be rebuilt.
  func show(_ slot: Int32) {
    guard !needsGroups else { return }
    let number = groupOf[Int(slot)]
    groups.count += 1
    let comparison = comparison
    let place = groups[number].rows.place { comparison.precedes($0, slot) }
    let isNew = groups[number].rows.count == 0
    let leads = isNew || isGrouped && order(ofGroupValues: slot, groups[number].lead) == .before
    let moves = isGrouped && (leads || groups[number].rows.isFirst(place))
    if moves, !isNew { removeFromOrder(number) }
    groups[number].rows.insert(slot, at: place)
    if leads { groups[number].lead = slot }
    if moves || isNew { addToOrder(number) } else { addRows(1, number) }
  }

  /// Takes a row from its group.
  func hide(_ slot: Int32) {
    guard !needsGroups else { return }
    let number = groupOf[Int(slot)]
    let comparison = comparison
    let place = groups[number].rows.place { comparison.precedes($0, slot) }
    guard groups[number].rows[place] == slot else { return }
    let leads = isGrouped && groups[number].lead == slot
    let moves = leads || isGrouped && groups[number].rows.isFirst(place)
    if moves || groups[number].rows.count == 1 { removeFromOrder(number) } else { addRows(-1, number) }
    groups[number].rows.remove(at: place)
    groups.count -= 1
    guard let first = groups[number].rows.first else { return }
    if leads {
      // Nothing comes before what led until now; as a rule the next row has the same value.
      var lead = first
      if let same = groups[number].rows.first(where: { order(ofGroupValues: $0, slot) == .same }) {
        lead = same
      } else {
        for row in groups[number].rows.all where order(ofGroupValues: row, lead) == .before { lead = row }
      }
      groups[number].lead = lead
    }
    if moves { addToOrder(number) }
  }

  private func addToOrder(_ number: Int32) {
    groups.order.insert(number, rows: groups[number].rows.count, at: place(ofGroup: number))
  }

  /// Counts rows that came to a group, or left it, and were not the first.
  private func addRows(_ count: Int, _ number: Int32) {
    let place = place(ofGroup: number)
    if groups.order[place] == number { groups.order.addRows(count, at: place) }
  }

  /// Removes a group, whose lead and first row are still those with which it came to its place.
  private func removeFromOrder(_ number: Int32) {
    let place = place(ofGroup: number)
    if groups.order[place] == number { groups.order.remove(at: place) }
  }

  private func place(ofGroup number: Int32) -> GroupOrder.Place { groups.order.place { groupPrecedes($0, number) } }

  /// Returns the position of a group with rows among the others, and the number of their rows before it. O(log groups).
  func position(ofGroup number: Int32) -> (section: Int, rowsBefore: Int)? {
    let place = place(ofGroup: number)
    guard groups.order[place] == number else { return nil }
    return (groups.order.index(of: place), groups.order.rows(before: place))
  }
}
