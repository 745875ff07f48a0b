/// Where a new screen comes from.
package enum Motion: String, Sendable, Hashable { case push, pop, replace, present, dismiss }

/// The place of a screen in the navigation of its window.
package struct NavigationPlace: Sendable, Hashable {
  /// The instances of the controllers from the root to the one that is shown.
  package var stack: [Int]
  /// The number of modally presented stacks below it, and the menu, while that is open.
  package var presented: Int

  package init(stack: [Int], presented: Int = 0) { (self.stack, self.presented) = (stack, presented) }

  /// The identifier of the opened controller that gets the actions; nil while a cover hides everything.
  package var instance: Int? { stack.last }

  /// Returns where this place comes from for someone who was at another one; nil if it is the same controller.
  package func motion(from old: NavigationPlace) -> Motion? {
    guard instance != old.instance else { return nil }
    if presented != old.presented { return presented > old.presented ? .present : .dismiss }
    if let before = old.instance, stack.dropLast().contains(before) { return .push }
    if let instance, old.stack.dropLast().contains(instance) { return .pop }
    return .replace
  }
}
