extension Value {
  /// The position of one value relative to another.
  @usableFromInline
  package enum Order: Sendable, Hashable {
    case before, same, after

    @inlinable
    package var reversed: Order {
      switch self {
      case .before: .after
      case .same: .same
      case .after: .before
      }
    }

    @inlinable
    package init<T: Comparable>(_ a: T, _ b: T) {
      self = a < b ? .before : b < a ? .after : .same
    }
  }

  /// The order that sorting uses, total over all values: false before true, numbers, dates and days by value, texts by
  /// Unicode order, lists by their first difference; values of different kinds by kind, nil first, NaN as the largest
  /// number.
  ///
  /// Int and Double compare exactly, also where a Double cannot hold the Int. Sorts that want nil last take it out
  /// first.
  package func order(to other: Value) -> Order {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): Order(a ? 1 : 0, b ? 1 : 0)
    case (.int(let a), .int(let b)): Order(a, b)
    case (.double(let a), .double(let b)): Self.order(a, b)
    case (.int(let a), .double(let b)): Self.order(a, b)
    case (.double(let a), .int(let b)): Self.order(b, a).reversed
    case (.string(let a), .string(let b)): Order(a, b)
    case (.date(let a), .date(let b)): Self.order(a.secondsSince2001, b.secondsSince2001)
    case (.day(let a), .day(let b)): Order(a, b)
    case (.data(let a), .data(let b)): Self.order(a.bytes, b.bytes)
    case (.color(let a), .color(let b)): Order(a.hex, b.hex)
    case (.image(let a), .image(let b)): Self.order(a, b)
    case (.entity(let a), .entity(let b)): Self.order(a, b)
    case (.collection(let a), .collection(let b)):
      a.owner == b.owner ? Order(a.slot, b.slot) : Self.order(a.owner, b.owner)
    case (.list(let a), .list(let b)): Self.order(a, b)
    case (.map(let a), .map(let b)): Self.order(a, b)
    case (.function(let a), .function(let b)): Order(a.function.id, b.function.id)
    case (.handle(let a), .handle(let b)): Order(a.id, b.id)
    default: Order(kind, other.kind)
    }
  }

  private var kind: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .double: 2
    case .date: 3
    case .day: 4
    case .string: 5
    case .color: 6
    case .image: 7
    case .data: 8
    case .entity: 9
    case .collection: 10
    case .list: 11
    case .map: 12
    case .function: 13
    case .handle: 14
    }
  }

  private static func order(_ a: Double, _ b: Double) -> Order {
    if a.isNaN || b.isNaN { return Order(a.isNaN ? 1 : 0, b.isNaN ? 1 : 0) }
    return Order(a, b)
  }

  private static func order(_ a: Int, _ b: Double) -> Order {
    // -2^63 is exact as a Double, and 2^63 is the first Double above every Int.
    if b.isNaN || b >= 0x1p63 { return .before }
    if b < -0x1p63 { return .after }
    let floor = b.rounded(.down)
    let whole = Int(floor)
    return a == whole ? (b > floor ? .before : .same) : Order(a, whole)
  }

  private static func order(_ a: EntityID, _ b: EntityID) -> Order {
    a.index == b.index ? Order(a.generation, b.generation) : Order(a.index, b.index)
  }

  private static func order(_ a: ImageValue, _ b: ImageValue) -> Order {
    switch (a, b) {
    case (.named(let a), .named(let b)): Order(a, b)
    case (.data(let a), .data(let b)): order(a.bytes, b.bytes)
    case (.named, .data): .before
    case (.data, .named): .after
    }
  }

  private static func order(_ a: [UInt8], _ b: [UInt8]) -> Order {
    a.lexicographicallyPrecedes(b) ? .before : a == b ? .same : .after
  }

  private static func order(_ a: [Value], _ b: [Value]) -> Order {
    for (x, y) in zip(a, b) {
      let order = x.order(to: y)
      if order != .same { return order }
    }
    return Order(a.count, b.count)
  }

  private static func order(_ a: [String: Value], _ b: [String: Value]) -> Order {
    let (first, second) = (a.sorted { $0.key < $1.key }, b.sorted { $0.key < $1.key })
    for (x, y) in zip(first, second) {
      let order = x.key == y.key ? x.value.order(to: y.value) : Order(x.key, y.key)
      if order != .same { return order }
    }
    return Order(a.count, b.count)
  }
}
