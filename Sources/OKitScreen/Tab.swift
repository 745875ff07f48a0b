/// A tab of a tab bar.
public struct Tab: Sendable, Hashable {
  /// The title of the tab.
  public var title: String
  /// The name of its image.
  package var image: String?
  /// A short text at the tab.
  package var badge: String?
  /// Whether the tab is shown.
  public var isSelected: Bool

  package init(title: String, image: String? = nil, badge: String? = nil, isSelected: Bool = false) {
    (self.title, self.image, self.badge, self.isSelected) = (title, image, badge, isSelected)
  }
}
