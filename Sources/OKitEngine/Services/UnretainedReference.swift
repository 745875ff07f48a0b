/// A reference to an object that may end before what uses it.
///
/// Not a weak reference: Swift counts the references of an object that has one in a table of its own, so that every use
/// of the object takes longer.
package final class UnretainedReference<Object: AnyObject> {
  // Unchecked because every turn reads it: no access is ever made inside another one.
  @exclusivity(unchecked)
  package unowned(unsafe) var object: Object?  // Safe: the object resets it when it ends.

  package init() {}
}
