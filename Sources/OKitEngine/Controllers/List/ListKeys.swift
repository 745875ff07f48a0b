/// The sort and group keys of a list's elements, by slot: `width` columns, the group's value last where there is one.
struct ListKeys {
  let width: Int
  private let collator: TextCollator
  private let ascii: ASCIIWeights
  private var heads: [SortKeyPrefix] = []
  /// The values whose heads do not say everything; empty as long as there are none.
  private var values: [Value] = []

  init(width: Int, _ collator: TextCollator) {
    (self.width, self.collator, ascii) = (width, collator, collator.ascii)
  }

  /// Without elements, for keys of the same columns.
  var emptied: ListKeys { ListKeys(width: width, collator) }

  /// Room for that many slots.
  mutating func grow(to slots: Int) {
    let missing = slots * width - heads.count
    guard missing > 0 else { return }
    heads.append(contentsOf: repeatElement(SortKeyPrefix(.null, collator, ascii), count: missing))
    if !values.isEmpty { values.append(contentsOf: repeatElement(.null, count: missing)) }
  }

  mutating func set(_ slot: Int32, _ new: [Value]) {
    for (column, value) in new.enumerated() { set(slot, column, value) }
  }

  @inline(__always)
  mutating func set(_ slot: Int32, _ column: Int, _ value: Value) {
    let (index, head) = (Int(slot) * width + column, SortKeyPrefix(value, collator, ascii))
    heads[index] = head
    if head.isExact, values.isEmpty { return }
    if values.isEmpty { values = Array(repeating: .null, count: heads.count) }
    values[index] = head.isExact ? .null : value
  }

  func holds(_ slot: Int32, _ new: [Value]) -> Bool {
    new.indices.allSatisfy { column in
      let (index, head) = (Int(slot) * width + column, SortKeyPrefix(new[column], collator, ascii))
      return heads[index] == head && (head.isExact || values[index] == new[column])
    }
  }

  @inline(__always)
  func head(_ slot: Int32, _ column: Int) -> SortKeyPrefix { heads[Int(slot) * width + column] }

  /// Compares two slots in one column; nil is last in both directions.
  @inline(__always)
  func order(_ a: Int32, _ b: Int32, column: Int, ascending: Bool) -> Value.Order {
    let (x, y) = (Int(a) * width + column, Int(b) * width + column)
    let (headX, headY) = (heads[x], heads[y])
    let order = SortKeyPrefix.order(headX, headY) ?? value(x).order(to: value(y), collator)
    return ascending || headX.isNull || headY.isNull ? order : order.reversed
  }

  /// The value itself, of which at least the other one is needed.
  private func value(_ index: Int) -> Value {
    heads[index].isExact ? heads[index].value(ascii) : values[index]
  }
}
