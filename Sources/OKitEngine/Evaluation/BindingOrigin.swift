/// Where a binding was written: the script's line that defined it, and whose property it is.
public struct BindingOrigin {
  public var place: Diagnostic.Place?
  /// Such as `books: detailPath`.
  public var name: String

  public init(place: Diagnostic.Place?, name: String) {
    self.place = place
    self.name = name
  }
}
