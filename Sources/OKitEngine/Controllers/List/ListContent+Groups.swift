/// The groups and their visible rows.
extension ListContent {
  private var isGrouped: Bool { source.group != nil }

  /// Whether a group stands before another: by the value that comes first in it, then, and where groups are not sorted,
  /// by its first row.
  private func groupPrecedes(_ a: Int32, _ b: Int32) -> Bool {
    if settings.groupsSorted {
      switch order(ofGroupValues: groups[a].lead, groups[b].lead) {
      case .before: return true
      case .after: return false
      case .same: break
      }
    }
    return comparison.precedes(groups[a].rows[0], groups[b].rows[0])
  }

  private func order(ofGroupValues a: Int32, _ b: Int32) -> Value.Order {
    keys.order(a, b, column: keys.width - 1, ascending: settings.groupsAscending)
  }

  /// Makes the groups of all visible elements. O(n + g log g).
  func regroup() {
    groups.clear()
    guard isGrouped else { return groups.fill(order.filter { isVisible[Int($0)] }) }
    for slot in order where isVisible[Int(slot)] {
      let number = groupOf[Int(slot)]
      if groups[number].rows.isEmpty {
        groups[number].lead = slot
        groups.order.append(number)
      } else if order(ofGroupValues: slot, groups[number].lead) == .before {
        groups[number].lead = slot
      }
      groups[number].rows.append(slot)
      groups.count += 1
    }
    if settings.groupsSorted {
      var order = groups.order
      order.sort { groupPrecedes($0, $1) }
      groups.order = order
    }
  }

  /// Adds a row to its group, unless the groups are about to be made anew.
  func show(_ slot: Int32) {
    guard !needsGroups else { return }
    let number = groupOf[Int(slot)]
    groups.count += 1
    let index = position(of: slot, in: groups[number].rows)
    groups[number].rows.insert(slot, at: index)
    guard groups[number].rows.count > 1 else {
      groups[number].lead = slot
      groups.order.insert(number, at: position(ofGroup: number))
      return
    }
    guard isGrouped else { return }
    let leads = order(ofGroupValues: slot, groups[number].lead) == .before
    if leads { groups[number].lead = slot }
    if leads || index == 0 { moveGroup(number) }
  }

  /// Takes a row from its group.
  func hide(_ slot: Int32) {
    guard !needsGroups else { return }
    let number = groupOf[Int(slot)]
    let index = position(of: slot, in: groups[number].rows)
    guard index < groups[number].rows.count, groups[number].rows[index] == slot else { return }
    groups[number].rows.remove(at: index)
    groups.count -= 1
    guard let first = groups[number].rows.first else {
      if let position = groups.order.firstIndex(of: number) { groups.order.remove(at: position) }
      return
    }
    guard isGrouped else { return }
    let led = groups[number].lead == slot
    if led {
      groups[number].lead = groups[number].rows.dropFirst().reduce(first) { lead, row in
        order(ofGroupValues: row, lead) == .before ? row : lead
      }
    }
    if led || index == 0 { moveGroup(number) }
  }

  /// Puts a group whose first value or row is another one now to its place among the others.
  private func moveGroup(_ number: Int32) {
    guard groups.order.count > 1, let position = groups.order.firstIndex(of: number) else { return }
    groups.order.remove(at: position)
    groups.order.insert(number, at: self.position(ofGroup: number))
  }

  private func position(ofGroup number: Int32) -> Int {
    var (low, high) = (0, groups.order.count)
    while low < high {
      let middle = (low + high) / 2
      if groupPrecedes(groups.order[middle], number) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
