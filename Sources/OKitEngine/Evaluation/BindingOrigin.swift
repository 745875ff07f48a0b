/// The origin of a binding: its property, and what the property's values are.
public struct BindingOrigin {
  public var property: Diagnostic.Origin
  /// Whether the property shows a text, so that a binding without `%` or `#` may be meant as one.
  public var isText: Bool

  public init(_ property: Diagnostic.Origin, isText: Bool = false) {
    (self.property, self.isText) = (property, isText)
  }
}
