/// The origin of a binding: the line of the script that defines it, and its property.
public struct BindingOrigin {
  public var place: Diagnostic.Place?
  public var property: Diagnostic.Origin

  public init(place: Diagnostic.Place?, _ property: Diagnostic.Origin) {
    (self.place, self.property) = (place, property)
  }

  /// Such as `books: detailPath`, in front of a message.
  var label: String { "\(property.owner): \(property.property)" }
}
