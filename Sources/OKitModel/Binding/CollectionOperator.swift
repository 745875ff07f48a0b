/// The function of a key path step such as `@count` on a collection.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  case count, sum, avg, min, max, first, last
  case unionOfObjects, distinctUnionOfObjects, unionOfArrays, distinctUnionOfArrays
}

extension CollectionOperator {
  /// Its result: the end of a sentence.
  package var meaning: String {
    switch self {
    case .count: "the number of elements"
    case .sum: "the sum; 0 for an empty list"
    case .avg: "the mean; nil for an empty list"
    case .min: "the minimum; nil for an empty list"
    case .max: "the maximum; nil for an empty list"
    case .first: "the value of the first element"
    case .last: "the value of the last element"
    case .unionOfObjects: "the values that are not nil"
    case .distinctUnionOfObjects: "the values that are not nil, without duplicates"
    case .unionOfArrays: "the elements of all lists"
    case .distinctUnionOfArrays: "the elements of all lists, without duplicates"
    }
  }
}

extension CollectionOperator: CustomStringConvertible {
  /// The operator as a binding writes it, with its `@`.
  package var description: String { "@\(rawValue)" }
}
