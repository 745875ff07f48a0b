/// What Swift prints of values that a program does not describe, which no message may show.
package enum SwiftDescriptions {
  /// `FileError(code: 13, …)`, `Optional(…)`, `Error Domain=…`, `OKitModel.EntityType`, `(unknown context at $…)`
  private nonisolated(unsafe) static let pattern =
    #/
      \b[A-Z][A-Za-z0-9]*\((?:[a-z][A-Za-z0-9]*:\ )|\bOptional\(|\bNSError\b|Error\ Domain=
      |\b(?:OKit[A-Z][A-Za-z]*|Swift|Foundation|ArgumentParser)\.[A-Z]|unknown\ context\ at|unexpected\ failure
    /#

  /// Returns the first such description in a text, with what follows it.
  package static func first(in text: String) -> String? {
    text.firstMatch(of: pattern).map { String(text[$0.range.lowerBound...].prefix(80)) }
  }
}
