/// A path whose content on the server is neither the version that a store has changed nor what the store has sent.
package struct HTTPConflict {
  package let model: String
  package let path: String
  package let url: String
  /// The content on the server, in its stored form.
  package let theirs: [UInt8]
  /// The last content that this application and the server had in common; nil when there was none, and for blobs.
  package let base: [UInt8]?
  /// The content that was to be stored.
  package let mine: [UInt8]
  /// What was sent before the own content to replace the common one, the oldest one first: others may have changed each
  /// of them.
  package let sent: [[UInt8]]
  /// Whether nothing was stored at the path before: both contents are first versions.
  package let isFirst: Bool
  /// When the application has made its first version; nil for any other one.
  package let created: DateValue?
  /// Whether this application has stored the content on the server, before it has got a version of others: its newer
  /// values do not conflict with it.
  package let isOwn: Bool

  /// Thrown by what resolves conflicts while it cannot: a turn is running, and could be rolled back.
  package struct Postponed: Error {
    package init() {}
  }

  /// The error for a conflict that nothing resolves.
  package func diagnostic(_ problem: String) -> Diagnostic { HTTPFailures.conflict(problem, at: url) }
}
