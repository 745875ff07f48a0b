/// A reference to the owner of what holds it, which the owner resets at the beginning of its `deinit`.
///
/// Weak references would make each retain of the owner slower, because its counts move to a side table.
final class Backlink<Owner: AnyObject> {
  // Unchecked because every evaluation reads it: no access is ever made inside another one.
  @exclusivity(unchecked)
  unowned(unsafe) var owner: Owner?  // Safe: the owner resets it before it goes, on the only thread that uses both.
}
