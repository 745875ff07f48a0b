extension Value {
  /// The truth, by the rule of `getBool`: nil is false, a number is true unless it is 0, a string unless it is empty,
  /// `false`, `no` or `0`; anything else is true.
  package var truth: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .int(let int): int != 0
    case .double(let double): double != 0
    case .string(let text): !(text.isEmpty || text == "false" || text == "no" || text == "0")
    case .date, .day, .data, .color, .image, .entity, .collection, .list, .map, .function, .handle: true
    }
  }
}
