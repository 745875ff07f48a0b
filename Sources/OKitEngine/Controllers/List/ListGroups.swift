/// The groups of a list by number: those that hold rows, and those whose elements are all filtered away.
struct ListGroups {
  static let none: Int32 = -1

  struct Group {
    /// Nil for elements without a group text, and in a list without groups.
    var header: String?
    /// How many elements belong here, visible or not.
    var members = 0
    /// The visible slots, sorted.
    var rows: [Int32] = []
    /// The row whose group value is first in the order of the groups.
    var lead = ListGroups.none
  }

  private var groups: [Group] = []
  private var numbers: [String?: Int32] = [:]
  private var free: [Int32] = []
  /// The group that was joined last: often the next element's as well.
  private var last: (header: String?, number: Int32)?
  /// The groups that hold rows, in order.
  var order: [Int32] = []
  /// The number of visible rows.
  var count = 0

  subscript(number: Int32) -> Group {
    _read { yield groups[Int(number)] }
    _modify { yield &groups[Int(number)] }
  }

  /// The group with a header, with one more member.
  mutating func join(_ header: String?) -> Int32 {
    let number: Int32
    if let last, last.header == header {
      number = last.number
    } else if let known = numbers[header] {
      number = known
    } else {
      number = free.popLast() ?? Int32(groups.count)
      if Int(number) == groups.count { groups.append(Group()) }
      groups[Int(number)] = Group(header: header)
      numbers[header] = number
    }
    last = (header, number)
    groups[Int(number)].members += 1
    return number
  }

  mutating func leave(_ number: Int32) {
    guard number != Self.none else { return }
    groups[Int(number)].members -= 1
    guard groups[Int(number)].members == 0 else { return }
    numbers[groups[Int(number)].header] = nil
    last = nil
    free.append(number)
  }

  /// Puts all rows into the one group of a list without groups.
  mutating func fill(_ rows: [Int32]) {
    guard let number = numbers[nil], let first = rows.first else { return }
    groups[Int(number)].rows = rows
    groups[Int(number)].lead = first
    order = [number]
    count = rows.count
  }

  /// Empties all groups; they keep their members.
  mutating func clear() {
    for number in groups.indices { groups[number].rows.removeAll(keepingCapacity: true) }
    order = []
    count = 0
  }
}
