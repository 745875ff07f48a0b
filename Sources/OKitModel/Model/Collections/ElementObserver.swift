/// What notes the changes of elements, through an `ElementObserver`.
package protocol ElementChangeReceiver: AnyObject {
  /// Called when an element has changed.
  ///
  /// - Parameter slot: The property, nil for all of them.
  func elementChanged(_ element: EntityID, _ slot: Int32?)
}

/// Tells one object which elements of a collection have changed.
package final class ElementObserver: CollectionObserver {
  package unowned(unsafe) var receiver: (any ElementChangeReceiver)?  // Safe: it stops observing when it is freed.

  package override init() {}

  override func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {
    receiver?.elementChanged(element, slot)
  }

  /// It may be an element that was there before, and changed in between.
  override func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) {
    receiver?.elementChanged(element, nil)
  }
}
