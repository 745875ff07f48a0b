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

/// What has bindings at places.
package protocol BindingOwner: AnyObject {
  func origin(at place: Int) -> BindingOrigin
}

/// Makes the origin of a binding when a mistake needs it. Each evaluation sets one, so that it allocates nothing for a
/// binding with an owner.
package struct OriginSource {
  private unowned(unsafe) let owner: any BindingOwner  // Safe: it evaluates the binding, or `function` keeps it.
  private let place: Int
  private let function: Function?

  /// - Parameter owner: Lives until another source takes the place of this one.
  package init(_ owner: any BindingOwner, at place: Int) {
    (self.owner, self.place, function) = (owner, place, nil)
  }

  package init(_ make: @escaping () -> BindingOrigin) {
    let function = Function(make)
    (owner, place, self.function) = (function, 0, function)
  }

  package func callAsFunction() -> BindingOrigin { owner.origin(at: place) }

  private final class Function: BindingOwner {
    private let make: () -> BindingOrigin

    init(_ make: @escaping () -> BindingOrigin) { self.make = make }

    func origin(at place: Int) -> BindingOrigin { make() }
  }
}
