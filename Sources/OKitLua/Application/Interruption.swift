internal import CLua

/// Ends what an application does, from any thread.
///
///     let interruption = app.interruption
///     Task.detached {
///       try await Task.sleep(for: .seconds(2))
///       interruption.interrupt()
///     }
///     try app.run(script: "shop.lua")  // throws script.interrupted after 2 s
///
/// An interruption ends the action, the call, or the loading that runs at that moment: it throws `script.interrupted`,
/// which no script can catch, and its changes are rolled back. The application stays usable. While nothing runs, an
/// interruption has no effect, also on what begins later.
public final class Interruption: @unchecked Sendable {
  // Safe: C reads and changes it atomically.
  let raw: OpaquePointer

  /// - Parameter raw: What C has made; nil when the memory of the process is exhausted.
  /// - Throws: `app.memory`.
  package init(_ raw: OpaquePointer? = okit_open_interruption()) throws(Diagnostic) {
    guard let raw else { throw Diagnostic("app.memory", "cannot make an application: the process has no memory left") }
    self.raw = raw
  }

  deinit { okit_close_interruption(raw) }

  /// Ends what the application does now.
  public func interrupt() { okit_interrupt_work(raw) }

  /// Ends what the application does now, and what it begins before this is called with false.
  func forbid(_ isForbidden: Bool) { okit_forbid_work(raw, isForbidden) }
}

extension LuaApplication {
  /// Runs `body`, which is interrupted when the task is cancelled, also when it was cancelled before. It throws
  /// `script.interrupted` then.
  ///
  ///     func tap(_ title: String) async throws {
  ///       try await app.cancellable { try $0.driver.tap(title) }
  ///     }
  ///
  /// - Parameters:
  ///   - isolation: The actor that owns the application.
  ///   - body: What the application does.
  public func cancellable<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (LuaApplication) throws -> Result
  ) async throws -> Result {
    _ = try open()
    let interruption = interruption
    defer { interruption.forbid(false) }
    return try await withTaskCancellationHandler(
      operation: {
        // Keeps the body in the isolation, without a suspension in front of it.
        _ = isolation
        return try body(self)
      }, onCancel: { interruption.forbid(true) }, isolation: isolation)
  }
}
