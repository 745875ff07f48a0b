/// A reference to an object that may end before what uses it.
///
/// Not a weak reference: Swift counts the references of an object that has one in a table of its own, so that every use
/// of the object takes longer.
package final class UnretainedReference<Object: AnyObject> {
  // Other modules do not see that a property is unchecked: they call an accessor.
  package var object: Object? {
    get { current }
    set { current = newValue }
  }
  /// Whether the object exists, without counting a reference.
  package var hasObject: Bool { current != nil }
  // Unchecked because every turn reads it: no access is ever made inside another one.
  @exclusivity(unchecked)
  private unowned(unsafe) var current: Object?  // Safe: the object resets it when it ends.

  package init() {}
}
