/// Performs `app:check` for tests, with the checks that an exploration makes.
package final class ExplorationChecks: SessionChecks {
  package init() {}

  private static let names = ["error", "stale", "store", "deadEnd", "undo", "redo", "property"]

  package func check(_ name: String, of session: AppSession, _ action: (() throws -> Void)?) throws {
    guard let oracle = Oracle(rawValue: name) else {
      throw Diagnostic(
        "explore.check", "unknown check \"\(name)\"; expected one of \(PrintableText.list(Self.names))",
        hint: NearestName.hint(for: name, in: Self.names))
    }
    let checks = OracleChecks(session)
    do {
      if oracle == .undo || oracle == .redo {
        guard let action else {
          throw Diagnostic(
            "explore.check", "app:check(\"\(name)\") needs a function that performs the step",
            hint: "app:check(\"\(name)\", function() app:tap(\"Add\") end)")
        }
        return try checks.checkHistory([oracle], action)
      }
      try action?()
      switch oracle {
      case .stale: try checks.checkStale()
      case .store: try checks.checkStore()
      case .deadEnd: if let fault = try DeadEnd(run: ExploredRun(session)).find() { throw fault }
      case .property:
        try checks.checkProperties()
        try checks.checkEventualities()
      case .error:
        // A person would see the screen that the last action has led to.
        if session.process?.isRunning != false { _ = session.driver.visibleScreen }
        if let fault = session.takeUnreadDiagnostics().compactMap(ExploredFault.init(reported:)).first { throw fault }
      case .undo, .redo: break
      }
    } catch let fault as ExploredFault {
      throw fault.diagnostic
    }
  }
}
