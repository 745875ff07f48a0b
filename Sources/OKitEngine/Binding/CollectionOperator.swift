/// The function of a key path step such as `@count` on a collection.
public enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  case count, sum, avg, min, max, first, last
  case unionOfObjects, distinctUnionOfObjects, unionOfArrays, distinctUnionOfArrays
}

extension CollectionOperator: CustomStringConvertible {
  /// The operator as a binding writes it, with its `@`.
  public var description: String { "@\(rawValue)" }
}
