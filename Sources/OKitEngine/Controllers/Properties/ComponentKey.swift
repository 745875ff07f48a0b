/// A property of a built-in class: its place in the class's table, and the type of its values.
///
/// The table of a class begins with that of its superclass, so that a key of the superclass fits every class below it.
package struct ComponentKey<Result>: Sendable, Hashable {
  package let slot: Int
}

/// The type of keys of actions: what is called for effect.
package enum ActionProperty {}

/// The type of keys of plain texts, which are not bindings.
package enum PlainText {}
