internal import Foundation

/// The path and the query of a request.
struct RequestTarget: Sendable, Hashable {
  let path: String
  /// The parameters by name; the last one of equal names.
  let query: [String: String]
  /// The first name that more than one parameter has.
  let repeatedName: String?

  /// Returns nil for anything but a path with a query or without one.
  init?(_ uri: String) {
    guard uri.hasPrefix("/"), !uri.hasPrefix("//") else { return nil }
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    var query: [String: String] = [:]
    var repeated: String?
    for pair in parts.dropFirst().joined().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else { return nil }
      if query.updateValue(value, forKey: name) != nil { repeated = repeated ?? name }
    }
    (self.query, repeatedName) = (query, repeated)
  }
}
