/// The arithmetic of aggregates. Sums are exact before they are rounded, and equal values are distinguished, so that no
/// result depends on the order of the elements.
enum Aggregate {
  static func value(_ operation: CollectionOperator, _ values: [Value], flatten: (Value) -> [Value]) -> Value {
    let present = values.lazy.filter { !$0.isNull }
    switch operation {
    case .sum: return ExactSum(present).sum
    case .avg: return ExactSum(present).average
    case .min: return present.min(by: precedes) ?? .null
    case .max: return present.max(by: precedes) ?? .null
    case .unionOfObjects: return .list(Array(present))
    case .distinctUnionOfObjects: return .list(distinct(present))
    case .unionOfArrays: return .list(present.flatMap(flatten))
    case .distinctUnionOfArrays: return .list(distinct(present.flatMap(flatten)))
    case .count: return .int(values.count)
    case .first: return values.first ?? .null
    case .last: return values.last ?? .null
    }
  }

  /// The order of sorting; values that are the same in it, but not the same bits, have an order too.
  static func precedes(_ a: Value, _ b: Value) -> Bool {
    switch a.order(to: b) {
    case .before: return true
    case .after: return false
    case .same: break
    }
    switch (a, b) {
    case (.double(let x), .double(let y)): return x.sign == .minus && y.sign == .plus
    case (.int, .double): return true
    case (.string(let x), .string(let y)): return x.utf8.lexicographicallyPrecedes(y.utf8)
    default: return false
    }
  }

  /// Without repetitions, in the order of first appearance.
  private static func distinct(_ values: some Sequence<Value>) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
