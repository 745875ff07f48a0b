extension Screen {
  /// One visible row of a section.
  public struct Row: Sendable, Hashable {
    /// The symbol at the end of a row.
    package enum Accessory: String, Sendable, Hashable, CaseIterable {
      case none, disclosure, detailDisclosure, checkmark, detail

      /// The accessory by OKit's number, 0 to 4.
      package init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
      }
    }

    /// Screens that follow each other have most rows in common.
    private var box: Boxed<Fields>

    private struct Fields: Sendable, Hashable {
      var id: RowID
      var path: String?
      var text: String?
      var detail: String?
      var image: String?
      var imageInfo: ImageInfo?
      var ribbon: String?
      var accessory: Accessory
      var button: RowButton?
      var leading: [String]
      var trailing: [String]
      var control: Control?
      var isSelected: Bool
      var height: Double?
      var isMovable: Bool
      var extras: Boxed<RowExtras>?
    }

    /// Stays the same while the content and the place of the row change.
    package var id: RowID {
      get { box.content.id }
      set { box.content.id = newValue }
    }
    /// The binding of the row's main property, by which a cell can be found. Not part of the JSON.
    package var path: String? {
      get { box.content.path }
      set { box.content.path = newValue }
    }
    /// The main text.
    public var text: String? {
      get { box.content.text }
      set { box.content.text = newValue }
    }
    /// The secondary text.
    public var detail: String? {
      get { box.content.detail }
      set { box.content.detail = newValue }
    }
    /// The name of an image: of one with bytes, its label.
    package var image: String? {
      get { box.content.image }
      set { box.content.image = newValue }
    }
    /// The description of an image with bytes.
    package var imageInfo: ImageInfo? {
      get { box.content.imageInfo }
      set { box.content.imageInfo = newValue }
    }
    /// The color of the ribbon as `#rrggbb`.
    package var ribbon: String? {
      get { box.content.ribbon }
      set { box.content.ribbon = newValue }
    }
    /// The symbol at the end of the row.
    package var accessory: Accessory {
      get { box.content.accessory }
      set { box.content.accessory = newValue }
    }
    package var button: RowButton? {
      get { box.content.button }
      set { box.content.button = newValue }
    }
    /// The titles of the actions that a swipe from the leading edge shows.
    public var leading: [String] {
      get { box.content.leading }
      set { box.content.leading = newValue }
    }
    /// The titles of the actions that a swipe from the trailing edge shows.
    public var trailing: [String] {
      get { box.content.trailing }
      set { box.content.trailing = newValue }
    }
    /// The control of the row.
    public var control: Control? {
      get { box.content.control }
      set { box.content.control = newValue }
    }
    /// Whether the row is selected.
    public var isSelected: Bool {
      get { box.content.isSelected }
      set { box.content.isSelected = newValue }
    }
    /// In points, nil for the height that the content needs.
    package var height: Double? {
      get { box.content.height }
      set { box.content.height = newValue }
    }
    /// Whether the row shows a handle to move it. Not part of the JSON.
    package var isMovable: Bool {
      get { box.content.isMovable }
      set { box.content.isMovable = newValue }
    }
    /// The parts that few rows have; see `RowExtras`.
    package var extras: Boxed<RowExtras>? {
      get { box.content.extras }
      set { box.content.extras = newValue }
    }

    package init(
      id: RowID, path: String? = nil, text: String? = nil, detail: String? = nil, image: String? = nil,
      ribbon: String? = nil, accessory: Accessory = .none, button: RowButton? = nil, leading: [String] = [],
      trailing: [String] = [], control: Control? = nil, isSelected: Bool = false, height: Double? = nil,
      isMovable: Bool = false
    ) {
      box = Boxed(
        Fields(
          id: id, path: path, text: text, detail: detail, image: image, ribbon: ribbon, accessory: accessory,
          button: button, leading: leading, trailing: trailing, control: control, isSelected: isSelected,
          height: height, isMovable: isMovable))
    }
  }
}

/// A place among the rows that a screen holds, both from 0.
package struct RowPath: Sendable, Hashable, Comparable {
  /// The index of the section.
  package var section: Int
  /// The index of the row in its section.
  package var row: Int

  /// Creates the place of a row, by the indexes of its section and of the row.
  package init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  package static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
}

/// The button in a row's accessory view.
package struct RowButton: Sendable, Hashable {
  package var title: String
  package var isEnabled: Bool
  /// The name of the image beside the title.
  package var image: String?
  package var accessibility: Boxed<AccessibilityTexts>?

  package init(title: String, isEnabled: Bool = true, image: String? = nil) {
    (self.title, self.isEnabled, self.image) = (title, isEnabled, image)
  }
}
