/// A tab of a tab bar.
package struct Tab: Sendable, Hashable {
  /// The title of the tab.
  package var title: String
  /// The name of its image.
  package var image: String?
  /// A short text at the tab.
  package var badge: String?
  /// Whether the tab is shown.
  package var isSelected: Bool

  package init(title: String, image: String? = nil, badge: String? = nil, isSelected: Bool = false) {
    (self.title, self.image, self.badge, self.isSelected) = (title, image, badge, isSelected)
  }
}
