/// The origin of a binding: its property, and what the property's values are.
public struct BindingOrigin {
  public var property: Diagnostic.Origin
  /// Whether the property shows a text, so that a binding without `%` or `#` may be meant as one.
  public var isText: Bool
  /// The names among its values, such as the modes of a date: a binding without `#` may be meant as one.
  package var constants: [String] = []

  public init(_ property: Diagnostic.Origin, isText: Bool = false) {
    (self.property, self.isText) = (property, isText)
  }
}
