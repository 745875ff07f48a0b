/// Looks for faults that no single test names: `app:check("stale")`.
package protocol SessionChecks: AnyObject {
  /// Checks an application.
  ///
  /// - Parameter action: What the check runs in its middle; nil for nothing.
  /// - Throws: `explore.check` for a name that is not one of a check; the fault, whose code begins with `explore.`.
  func check(_ name: String, of session: AppSession, _ action: (() throws -> Void)?) throws
}
