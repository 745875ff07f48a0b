/// Keeps a value in storage of its own, which copies share until one of them is changed: rare parts, without which the
/// many values that have none stay small, and values that are copied more often than changed.
package struct Boxed<Content: Sendable & Hashable>: Sendable, Hashable {
  private var storage: Storage

  private final class Storage: @unchecked Sendable {  // Safe: only a box that alone has it changes it.
    @exclusivity(unchecked) var content: Content

    init(_ content: Content) { self.content = content }
  }

  package init(_ content: Content) { storage = Storage(content) }

  package var content: Content {
    // Inlined, because a coroutine in another one allocates memory.
    @inline(__always)
    get { storage.content }
    @inline(__always)
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.content) }
      yield &storage.content
    }
  }

  /// Whether both are copies of one value that none of them has changed. Equal values may also be no such copies.
  package func isCopy(of other: Boxed) -> Bool { storage === other.storage }

  package static func == (a: Boxed, b: Boxed) -> Bool { a.storage === b.storage || a.content == b.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension Optional {
  /// The content, or `standard` without a box. Setting the standard removes the box.
  package subscript<Content>(standard standard: Content) -> Content where Wrapped == Boxed<Content> {
    get { self?.content ?? standard }
    set { self = newValue == standard ? nil : Boxed(newValue) }
  }
}
