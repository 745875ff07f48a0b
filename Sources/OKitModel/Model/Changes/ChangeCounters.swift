/// The numbers of the last change of each model and of the one that is stored: a model is pending while they differ.
/// Parts, which have a file of their own, have numbers too.
///
/// A record remembers the epoch in which its model was marked as changed, so that only the first write to it has to
/// look for the model above it. Reading or resetting the numbers begins a new epoch; a record that is moved forgets its
/// epoch.
package struct ChangeCounters {
  private var current: [EntityID: Int] = [:]
  private var stored: [EntityID: Int] = [:]
  private var last = 0
  /// Records with this number have had their model marked; never 0, and less than `limit`.
  private(set) var epoch: UInt32 = 1
  /// A record has a bit less for the number.
  private static let limit: UInt32 = 1 << 31
  /// The model that was marked last in this epoch: its other records have nothing to add.
  private(set) var marked: EntityID?

  subscript(root: EntityID) -> Int { current[root] ?? 0 }

  mutating func change(_ root: EntityID) {
    last += 1
    current[root] = last
    marked = root
  }

  mutating func restore(_ root: EntityID, to number: Int) {
    current[root] = number == 0 ? nil : number
    marked = nil
  }

  /// Restores the numbers of an earlier copy; the owner begins a new epoch.
  mutating func restore(_ earlier: ChangeCounters) {
    current = earlier.current
    marked = nil
  }

  mutating func forget(_ root: EntityID) {
    current[root] = nil
    stored[root] = nil
    if marked == root { marked = nil }
  }

  mutating func store(_ root: EntityID, as number: Int) { stored[root] = number }

  package func isPending(_ root: EntityID) -> Bool { self[root] != stored[root] ?? 0 }

  /// - Returns: Whether epochs begin again, so that the one of each record has to become 0.
  mutating func beginEpoch() -> Bool {
    marked = nil
    epoch &+= 1
    guard epoch == Self.limit else { return false }
    epoch = 1
    return true
  }
}
