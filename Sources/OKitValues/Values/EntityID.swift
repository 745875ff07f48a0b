/// A handle on an entity of one `ModelStore`: an index into its records and the generation that makes a stale handle
/// detectable. Eight bytes, no reference counting.
public struct EntityID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  @usableFromInline package let generation: UInt32

  @inlinable
  package init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A handle on a live collection: the entity that owns it and the property that holds it.
public struct CollectionRef: Hashable, Sendable {
  @usableFromInline package let owner: EntityID
  @usableFromInline package let slot: Int32

  @inlinable
  package init(owner: EntityID, slot: Int32) {
    self.owner = owner
    self.slot = slot
  }
}

/// A handle on a function that the host (a Lua state, a Swift program) implements.
package struct FunctionRef: Hashable, Sendable {
  package let id: Int

  package init(id: Int) { self.id = id }
}

/// A function as a value. The host may keep the function only as long as such a value exists.
public struct FunctionValue: Hashable, Sendable {
  package let function: FunctionRef
  /// An object of the host that lives as long as the value and its copies.
  private let holder: Holder

  /// Does not count for equality.
  private struct Holder: Hashable, Sendable {
    let object: (any AnyObject & Sendable)?

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  package init(_ function: FunctionRef, holder: (any AnyObject & Sendable)? = nil) {
    (self.function, self.holder) = (function, Holder(object: holder))
  }
}

/// A handle on an object that a runtime keeps for scripts: a controller, an open dialog, a timer, an asynchronous call.
public struct RuntimeHandle: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case controller, dialog, timer, observation, call, cell, application, view, request
  }

  package let kind: Kind
  package let id: UInt32

  package init(_ kind: Kind, _ id: UInt32) {
    self.kind = kind
    self.id = id
  }
}
