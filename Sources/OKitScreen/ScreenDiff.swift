/// The changes from one screen to the next.
///
/// To make the old rows into the new ones: take out what is removed or moved (places on the old screen), put in what is
/// inserted or moved, in ascending order (places on the new screen), then replace what is updated (new places).
/// Sections work the same way, and before their rows. A row that moved and changed is in both lists.
package struct ScreenDiff: Sendable, Hashable {
  /// Everything but the rows, by JSON key.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var old: JSONValue
    package var new: JSONValue
  }

  package struct InsertedSection: Sendable, Hashable {
    package var place: Int
    /// The section without its rows.
    package var head: Section
  }

  package struct MovedSection: Sendable, Hashable {
    package var from: Int
    package var to: Int
  }

  /// A section is known by its header, or where that has changed, by its rows and its neighbors. The sections are
  /// without their rows.
  package struct UpdatedSection: Sendable, Hashable {
    package var place: Int
    package var old: Section
    package var new: Section
  }

  package struct Removal: Sendable, Hashable {
    package var path: RowPath
    package var row: Screen.Row
  }

  package struct Insertion: Sendable, Hashable {
    package var path: RowPath
    package var row: Screen.Row
  }

  package struct Move: Sendable, Hashable {
    package var from: RowPath
    package var to: RowPath
  }

  package struct Update: Sendable, Hashable {
    package var path: RowPath
    package var old: Screen.Row
    package var new: Screen.Row
  }

  package var fields: [Field] = []
  package var removedSections: [Int] = []
  package var insertedSections: [InsertedSection] = []
  package var movedSections: [MovedSection] = []
  package var updatedSections: [UpdatedSection] = []
  package var removals: [Removal] = []
  package var insertions: [Insertion] = []
  package var moves: [Move] = []
  package var updates: [Update] = []

  package var isEmpty: Bool { fields.isEmpty && hasSameSections && hasSameRows }

  private var hasSameSections: Bool {
    removedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && updatedSections.isEmpty
  }

  private var hasSameRows: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }
}
