/// What changed from one screen to the next.
///
/// To make the old rows into the new ones: take out what is removed or moved (places on the old screen), put in what is
/// inserted or moved, in ascending order (places on the new screen), then replace what is updated (new places).
/// Sections work the same way, and before their rows. A row that moved and changed is in both lists.
public struct ScreenDiff: Sendable, Hashable {
  /// Everything but the rows, by JSON key.
  public struct Field: Sendable, Hashable {
    public var name: String
    public var old: JSONValue
    public var new: JSONValue
  }

  public struct InsertedSection: Sendable, Hashable {
    public var place: Int
    public var header: String?
    public var footer: String?
  }

  public struct MovedSection: Sendable, Hashable {
    public var from: Int
    public var to: Int
  }

  /// A section keeps its header, by which it is known; so only the footer changes.
  public struct UpdatedSection: Sendable, Hashable {
    public var place: Int
    public var oldFooter: String?
    public var newFooter: String?
  }

  public struct Removal: Sendable, Hashable {
    public var path: RowPath
    public var row: Screen.Row
  }

  public struct Insertion: Sendable, Hashable {
    public var path: RowPath
    public var row: Screen.Row
  }

  public struct Move: Sendable, Hashable {
    public var from: RowPath
    public var to: RowPath
  }

  public struct Update: Sendable, Hashable {
    public var path: RowPath
    public var old: Screen.Row
    public var new: Screen.Row
  }

  public var fields: [Field] = []
  public var removedSections: [Int] = []
  public var insertedSections: [InsertedSection] = []
  public var movedSections: [MovedSection] = []
  public var updatedSections: [UpdatedSection] = []
  public var removals: [Removal] = []
  public var insertions: [Insertion] = []
  public var moves: [Move] = []
  public var updates: [Update] = []

  public var isEmpty: Bool { fields.isEmpty && hasSameSections && hasSameRows }

  private var hasSameSections: Bool {
    removedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && updatedSections.isEmpty
  }

  private var hasSameRows: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }
}
