/// The sort and group keys of a list's elements, by slot: `width` columns, the group's value last where there is one.
struct ListKeys {
  let width: Int
  private(set) var heads: [SortHead] = []
  private(set) var values: [Value] = []

  init(width: Int) { self.width = width }

  /// Room for that many slots.
  mutating func grow(to slots: Int) {
    let missing = slots * width - heads.count
    guard missing > 0 else { return }
    heads.append(contentsOf: repeatElement(SortHead(.null), count: missing))
    values.append(contentsOf: repeatElement(.null, count: missing))
  }

  mutating func set(_ slot: Int32, _ new: [Value]) {
    for (column, value) in new.enumerated() {
      heads[Int(slot) * width + column] = SortHead(value)
      values[Int(slot) * width + column] = value
    }
  }

  func holds(_ slot: Int32, _ new: [Value]) -> Bool {
    new.indices.allSatisfy { values[Int(slot) * width + $0] == new[$0] }
  }

  /// How two slots stand to each other in one column; nil is last in both directions.
  @inline(__always)
  func order(_ a: Int32, _ b: Int32, column: Int, ascending: Bool) -> Value.Order {
    let (x, y) = (Int(a) * width + column, Int(b) * width + column)
    let (headX, headY) = (heads[x], heads[y])
    let order = SortHead.order(headX, headY) ?? values[x].order(to: values[y])
    return ascending || headX.isNull || headY.isNull ? order : order.reversed
  }
}
