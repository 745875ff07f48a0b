extension DocumentMerge.Result {
  private static let maximumCount = 5
  private static let maximumLength = 120
  /// The number of characters before the first difference of two long values.
  private static let lead = 20

  /// Returns the first conflicts, for a message.
  ///
  /// - Parameter showsValues: False for an encrypted model, whose content no message has.
  package func summary(showsValues: Bool) -> String {
    let shown = conflicts.prefix(Self.maximumCount).map { conflict in
      let path = conflict.path.isEmpty ? "/" : conflict.path
      guard showsValues else { return "\(path) has two versions" }
      let (mine, theirs) = Self.texts(conflict)
      let part = conflict.isInPart ? ", with changes in a file of its own," : ""
      return "\(path) is \(mine) here\(part) and \(theirs) on the server"
    }
    let rest = conflicts.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// Returns both versions, shortened to where they differ.
  private static func texts(_ conflict: DocumentMerge.Conflict) -> (mine: String, theirs: String) {
    let (mine, theirs) = (text(conflict.mine), text(conflict.theirs))
    let common = zip(mine, theirs).prefix { $0 == $1 }.count
    let skipped = common > maximumLength / 2 ? common - lead : 0
    return (shortened(mine, from: skipped), shortened(theirs, from: skipped))
  }

  private static func shortened(_ text: String, from skipped: Int) -> String {
    let rest = text.dropFirst(skipped)
    let shown = rest.count > maximumLength ? rest.prefix(maximumLength) + "…" : rest
    return skipped > 0 ? "…\(shown)" : String(shown)
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    switch value {
    case .string(let text): return "\"\(text)\""
    case .object, .array:
      do { return String(decoding: try value.jsonBytes(), as: UTF8.self) } catch { return value.summary }
    default: return value.summary
    }
  }
}
