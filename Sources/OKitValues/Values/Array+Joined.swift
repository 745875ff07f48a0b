extension [String] {
  /// Returns the texts with a separator between each.
  ///
  /// The standard library's `joined(separator:)` is generic: its first call looks for conformances among all of the
  /// binary, which takes 0.1 ms. So a start calls this one.
  package func joined(by separator: String) -> String {
    guard var text = first else { return "" }
    for element in dropFirst() {
      text += separator
      text += element
    }
    return text
  }
}
