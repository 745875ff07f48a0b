/// Where a binding was written: the script's line that defined it, and whose property it is.
public struct BindingOrigin {
  public var place: Diagnostic.Place?
  /// The controller.
  public var owner: String
  public var property: String
  /// Whether the property is one of a cell of the controller.
  public var isInCell: Bool

  public init(place: Diagnostic.Place?, owner: String, property: String, isInCell: Bool) {
    (self.place, self.owner, self.property, self.isInCell) = (place, owner, property, isInCell)
  }

  /// Such as `books: detailPath`, in front of a message.
  var label: String { "\(owner): \(property)" }

  /// Such as `in cell 'detailPath' of 'books'`, behind a note.
  var description: String { "in \(isInCell ? "cell " : "")'\(property)' of '\(owner)'" }
}
