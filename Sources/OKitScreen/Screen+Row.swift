extension Screen {
  /// One visible row of a section.
  public struct Row: Sendable, Hashable {
    public enum Accessory: String, Sendable, Hashable, CaseIterable {
      case none, disclosure, detailDisclosure, checkmark, detail

      /// The accessory by OKit's number, 0 to 4.
      public init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
      }
    }

    /// Stays the same while the content and the place of the row change.
    public var id: RowID
    /// The binding of the row's main property, by which a cell can be found. Not part of the JSON.
    public var path: String?
    public var text: String?
    public var detail: String?
    /// The name of an image: of one with bytes, its label.
    public var image: String?
    /// The description of an image with bytes.
    package var imageInfo: ImageInfo?
    /// The color of the ribbon as `#rrggbb`.
    public var ribbon: String?
    public var accessory: Accessory
    public var button: RowButton?
    /// The titles of the actions that a swipe from the leading edge shows.
    public var leading: [String]
    /// The titles of the actions that a swipe from the trailing edge shows.
    public var trailing: [String]
    public var control: Control?
    public var isSelected: Bool
    /// In points, nil for the height that the content needs.
    public var height: Double?
    /// Whether the row shows a handle to move it. Not part of the JSON.
    public var isMovable: Bool
    /// The parts that few rows have; see `RowExtras`.
    package var extras: Boxed<RowExtras>?

    public init(
      id: RowID, path: String? = nil, text: String? = nil, detail: String? = nil, image: String? = nil,
      ribbon: String? = nil, accessory: Accessory = .none, button: RowButton? = nil, leading: [String] = [],
      trailing: [String] = [], control: Control? = nil, isSelected: Bool = false, height: Double? = nil,
      isMovable: Bool = false
    ) {
      self.id = id
      self.path = path
      self.text = text
      self.detail = detail
      self.image = image
      self.ribbon = ribbon
      self.accessory = accessory
      self.button = button
      self.leading = leading
      self.trailing = trailing
      self.control = control
      self.isSelected = isSelected
      self.height = height
      self.isMovable = isMovable
    }
  }
}

/// A place among the rows that a screen holds, both from 0.
public struct RowPath: Sendable, Hashable, Comparable {
  public var section: Int
  public var row: Int

  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
}

/// The button in a row's accessory view.
public struct RowButton: Sendable, Hashable {
  public var title: String
  public var isEnabled: Bool
  /// The name of the image beside the title.
  public var image: String?
  package var accessibility: Boxed<AccessibilityTexts>?

  public init(title: String, isEnabled: Bool = true, image: String? = nil) {
    (self.title, self.isEnabled, self.image) = (title, isEnabled, image)
  }
}
