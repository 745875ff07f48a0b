extension String {
  /// Returns the beginning that both have in upper or lower case, in the case of this one.
  package func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.0 == $0.1 || $0.0.lowercased() == $0.1.lowercased() }.map(\.0))
  }
}
