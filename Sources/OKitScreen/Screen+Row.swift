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

    /// The fields. Copies of the row share them until one is changed, because screens that follow each other have most
    /// rows in common.
    private var storage: Storage

    private struct Fields: Hashable {
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

    private final class Storage: @unchecked Sendable {  // Safe: only a row that alone has it changes it.
      @exclusivity(unchecked) var fields: Fields

      init(_ fields: Fields) { self.fields = fields }
    }

    private var fields: Fields {
      get { storage.fields }
      _modify {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
        yield &storage.fields
      }
    }

    public static func == (a: Row, b: Row) -> Bool {
      a.storage === b.storage || a.storage.fields == b.storage.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.fields) }

    /// Stays the same while the content and the place of the row change.
    public var id: RowID {
      get { storage.fields.id }
      set { fields.id = newValue }
    }
    /// The binding of the row's main property, by which a cell can be found. Not part of the JSON.
    public var path: String? {
      get { storage.fields.path }
      set { fields.path = newValue }
    }
    public var text: String? {
      get { storage.fields.text }
      set { fields.text = newValue }
    }
    public var detail: String? {
      get { storage.fields.detail }
      set { fields.detail = newValue }
    }
    /// The name of an image: of one with bytes, its label.
    public var image: String? {
      get { storage.fields.image }
      set { fields.image = newValue }
    }
    /// The description of an image with bytes.
    package var imageInfo: ImageInfo? {
      get { storage.fields.imageInfo }
      set { fields.imageInfo = newValue }
    }
    /// The color of the ribbon as `#rrggbb`.
    public var ribbon: String? {
      get { storage.fields.ribbon }
      set { fields.ribbon = newValue }
    }
    public var accessory: Accessory {
      get { storage.fields.accessory }
      set { fields.accessory = newValue }
    }
    public var button: RowButton? {
      get { storage.fields.button }
      set { fields.button = newValue }
    }
    /// The titles of the actions that a swipe from the leading edge shows.
    public var leading: [String] {
      get { storage.fields.leading }
      set { fields.leading = newValue }
    }
    /// The titles of the actions that a swipe from the trailing edge shows.
    public var trailing: [String] {
      get { storage.fields.trailing }
      set { fields.trailing = newValue }
    }
    public var control: Control? {
      get { storage.fields.control }
      set { fields.control = newValue }
    }
    public var isSelected: Bool {
      get { storage.fields.isSelected }
      set { fields.isSelected = newValue }
    }
    /// In points, nil for the height that the content needs.
    public var height: Double? {
      get { storage.fields.height }
      set { fields.height = newValue }
    }
    /// Whether the row shows a handle to move it. Not part of the JSON.
    public var isMovable: Bool {
      get { storage.fields.isMovable }
      set { fields.isMovable = newValue }
    }
    /// The parts that few rows have; see `RowExtras`.
    package var extras: Boxed<RowExtras>? {
      get { storage.fields.extras }
      set { fields.extras = newValue }
    }

    public init(
      id: RowID, path: String? = nil, text: String? = nil, detail: String? = nil, image: String? = nil,
      ribbon: String? = nil, accessory: Accessory = .none, button: RowButton? = nil, leading: [String] = [],
      trailing: [String] = [], control: Control? = nil, isSelected: Bool = false, height: Double? = nil,
      isMovable: Bool = false
    ) {
      storage = Storage(
        Fields(
          id: id, path: path, text: text, detail: detail, image: image, ribbon: ribbon, accessory: accessory,
          button: button, leading: leading, trailing: trailing, control: control, isSelected: isSelected,
          height: height, isMovable: isMovable))
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
