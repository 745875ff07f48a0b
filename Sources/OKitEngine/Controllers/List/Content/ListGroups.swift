/// The groups of a list by number: those that hold rows, and those whose elements are all filtered away.
struct ListGroups {
  static let none: Int32 = -1

  struct Group {
    /// Nil for elements without a group text, and in a list without groups.
    var header: String?
    /// The number of elements in the group, visible or not.
    var members = 0
    /// The visible slots, sorted.
    var rows = SlotSequence()
    /// The row whose group value is first in the order of the groups.
    var lead = ListGroups.none
    /// Another number after each change of the rows or the header, which no other group has had.
    fileprivate(set) var version = 0
    /// The prefix of the value of an element that joined by it.
    fileprivate var head: SortKeyPrefix?
  }

  private var groups: [Group] = []
  /// The newest version of a group.
  private var versions = 0
  private var numbers: [String?: Int32] = [:]
  private var free: [Int32] = []
  /// The group that was joined last: often the next element's as well.
  private var last: (header: String?, number: Int32)?
  /// Some groups by the fronts of their values.
  private var recent = [Int32](repeating: none, count: 64)
  /// The groups that hold rows, in order.
  var order = GroupOrder()
  /// The number of visible rows.
  var count = 0

  subscript(number: Int32) -> Group {
    _read { yield groups[Int(number)] }
    _modify {
      changed(Int(number))
      yield &groups[Int(number)]
    }
  }

  /// Another number after each change of a group.
  func version(of number: Int32) -> Int { groups[Int(number)].version }

  init() {}

  /// Groups without elements, whose versions differ from all those of the groups of `others`.
  init(after others: ListGroups) { versions = others.versions }

  private mutating func changed(_ number: Int) {
    versions += 1
    groups[number].version = versions
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
      changed(Int(number))
      numbers[header] = number
    }
    last = (header, number)
    groups[Int(number)].members += 1
    return number
  }

  /// The group of elements with a value, which makes the header; found by the front of the value where that is all of
  /// it.
  mutating func join(_ head: SortKeyPrefix, _ header: () -> String?) -> Int32 {
    guard head.isExact else { return join(header()) }
    let place = Int(((head.high ^ head.low ^ UInt64(head.kind)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    let number = recent[place]
    if number != Self.none, groups[Int(number)].members > 0, groups[Int(number)].head == head {
      groups[Int(number)].members += 1
      return number
    }
    let joined = join(header())
    groups[Int(joined)].head = head
    recent[place] = joined
    return joined
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
    groups[Int(number)].rows = SlotSequence(rows[...])
    groups[Int(number)].lead = first
    changed(Int(number))
    order = GroupOrder([number]) { _ in rows.count }
    count = rows.count
  }

  /// Puts the rows into their groups, `numbers` having the group of each slot. O(n + groups).
  mutating func deal(_ rows: [Int32], by numbers: [Int32]) {
    var ends = [Int](repeating: 0, count: groups.count)
    for row in rows { ends[Int(numbers[Int(row)])] += 1 }
    var next = 0
    for group in ends.indices { (ends[group], next) = (next, next + ends[group]) }
    var dealt = [Int32](repeating: 0, count: rows.count)
    for row in rows {
      let group = Int(numbers[Int(row)])
      dealt[ends[group]] = row
      ends[group] += 1
    }
    count = rows.count
    var start = 0
    for group in ends.indices {
      if ends[group] > start {
        groups[group].rows = SlotSequence(dealt[start..<ends[group]])
        changed(group)
      }
      start = ends[group]
    }
  }

  /// A place for the lead of each group.
  var leads: [Int32] { Array(repeating: Self.none, count: groups.count) }

  /// Empties all groups; they keep their members.
  mutating func clear() {
    for number in groups.indices {
      groups[number].rows = SlotSequence()
      changed(number)
    }
    order = GroupOrder()
    count = 0
  }
}
