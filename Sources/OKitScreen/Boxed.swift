/// Keeps rare parts of a value in storage of their own, so that the many values without them stay small. Copies share
/// it.
package final class Boxed<Content: Sendable & Hashable>: Sendable, Hashable {
  package let content: Content

  package init(_ content: Content) { self.content = content }

  package static func == (a: Boxed, b: Boxed) -> Bool { a === b || a.content == b.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension Optional {
  /// The content, or `standard` without a box. Setting the standard removes the box.
  package subscript<Content>(standard standard: Content) -> Content where Wrapped == Boxed<Content> {
    get { self?.content ?? standard }
    set { self = newValue == standard ? nil : Boxed(newValue) }
  }
}
