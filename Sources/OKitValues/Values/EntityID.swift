/// A handle on an entity of one `ModelStore`: an index into its records and the generation that makes a stale handle
/// detectable. Eight bytes, no reference counting.
public struct EntityID: Hashable, Sendable {
  public let index: UInt32
  public let generation: UInt32

  @inlinable
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A handle on a live collection: the entity that owns it and the property that holds it.
public struct CollectionRef: Hashable, Sendable {
  public let owner: EntityID
  public let slot: Int32

  @inlinable
  public init(owner: EntityID, slot: Int32) {
    self.owner = owner
    self.slot = slot
  }
}

/// A handle on a function that the host (a Lua state, a Swift program) implements.
public struct FunctionRef: Hashable, Sendable {
  public let id: Int

  public init(id: Int) { self.id = id }
}

/// A function as a value. The host may keep the function only as long as such a value exists.
public struct FunctionValue: Hashable, Sendable {
  public let function: FunctionRef
  /// An object of the host that lives as long as the value and its copies.
  private let holder: (any AnyObject & Sendable)?

  public init(_ function: FunctionRef, holder: (any AnyObject & Sendable)? = nil) {
    (self.function, self.holder) = (function, holder)
  }

  public static func == (a: Self, b: Self) -> Bool { a.function == b.function }
  public func hash(into hasher: inout Hasher) { hasher.combine(function) }
}

/// A handle on an object that a runtime keeps for scripts: a controller, an open dialog, a timer, an asynchronous call.
public struct RuntimeHandle: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    case controller, dialog, timer, observation, call, cell, application, view, request
  }

  public let kind: Kind
  public let id: UInt32

  public init(_ kind: Kind, _ id: UInt32) {
    self.kind = kind
    self.id = id
  }
}
