/// Where a binding was written: the script's line that defined it, and whose property it is.
public struct BindingOrigin {
  public var place: Diagnostic.Place?
  public var property: Diagnostic.Origin

  public init(place: Diagnostic.Place?, _ property: Diagnostic.Origin) {
    (self.place, self.property) = (place, property)
  }

  /// Such as `books: detailPath`, in front of a message.
  var label: String { "\(property.owner): \(property.property)" }
}
