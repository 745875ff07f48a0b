/// A tab of a tab bar.
public struct Tab: Sendable, Hashable {
  public var title: String
  /// The name of its image.
  public var image: String?
  /// A short text at the tab.
  public var badge: String?
  public var isSelected: Bool

  package init(title: String, image: String? = nil, badge: String? = nil, isSelected: Bool = false) {
    (self.title, self.image, self.badge, self.isSelected) = (title, image, badge, isSelected)
  }
}
