/// The origin of a binding: its property, and what the property's values are.
package struct BindingOrigin {
  package var property: Diagnostic.Origin
  /// Whether the property shows a text, so that a binding without `%` or `#` may be meant as one.
  package var isText: Bool
  /// The names among its values, such as the modes of a date: a binding without `#` may be meant as one.
  package var constants: [String] = []

  package init(_ property: Diagnostic.Origin, isText: Bool = false) {
    (self.property, self.isText) = (property, isText)
  }
}
