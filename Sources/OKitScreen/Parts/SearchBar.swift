/// The search field of a list and its scope buttons.
package struct SearchBar: Sendable, Hashable {
  /// The search text.
  package var text: String
  /// The titles of the scopes.
  package var scopes: [String]
  /// The index of the chosen scope.
  package var scope: Int
  /// The accessibility label.
  package var label = "Search"

  package init(text: String = "", scopes: [String] = [], scope: Int = 0) {
    self.text = text
    self.scopes = scopes
    self.scope = scope
  }
}
