/// The steps that tests may take; see `StepCount`.
package struct StepLimits: Sendable, Hashable {
  /// The steps of each test, with its hooks, by its key.
  package var ofTests: [String: Int] = [:]
  /// The steps of what runs outside of a test: the declarations of a file, and the hooks of a block. Nil for any
  /// number.
  package var outside: Int?

  package init() {}
}
