/// An application that needs the passphrase of its models before it can start. Renderers wait meanwhile.
package final class LockedApplication: LiveGate {
  package let limits: LiveWindow.Limits
  private let slot: PassphraseSlot
  private let launch: () throws -> LiveApplication
  private let didUnlock: (LiveApplication) -> Void
  private var request: PassphraseSlot.Request
  private var waiting: [(connection: LiveConnection, hello: PageMessage.Hello)] = []
  private var running: LiveApplication?

  /// - Parameters:
  ///   - launch: Starts the application, which takes the passphrase from the slot.
  ///   - didUnlock: Called with the running application.
  private init(
    _ request: PassphraseSlot.Request, _ slot: PassphraseSlot, _ limits: LiveWindow.Limits,
    _ launch: @escaping () throws -> LiveApplication, _ didUnlock: @escaping (LiveApplication) -> Void
  ) {
    (self.request, self.slot, self.limits) = (request, slot, limits)
    (self.launch, self.didUnlock) = (launch, didUnlock)
  }

  /// Starts an application, or waits for the passphrase that it needs for that.
  ///
  /// - Throws: What `launch` throws for another reason.
  package static func start(
    _ slot: PassphraseSlot, limits: LiveWindow.Limits = .init(), _ launch: @escaping () throws -> LiveApplication,
    didUnlock: @escaping (LiveApplication) -> Void
  ) throws -> LockedApplication? {
    do {
      didUnlock(try launch())
      return nil
    } catch {
      guard let request = slot.takeRequest() else { throw error }
      return LockedApplication(request, slot, limits, launch, didUnlock)
    }
  }

  package var refusalToInspect: Diagnostic {
    Diagnostic("app.covered", "the application waits for the passphrase of its models")
  }

  package func greet(_ connection: LiveConnection, _ hello: PageMessage.Hello) {
    if let running { return running.greet(connection, hello) }
    waiting.append((connection, hello))
    connection.send(.passphrase(isNew: request.isNew, error: nil))
  }

  package func unlock(with passphrase: String, for connection: LiveConnection) {
    if let running { return running.unlock(with: passphrase, for: connection) }
    slot.fill(passphrase)
    defer { slot.clear() }
    do {
      let application = try launch()
      running = application
      didUnlock(application)
      for (connection, hello) in waiting { application.greet(connection, hello) }
      waiting = []
    } catch {
      if let request = slot.takeRequest() { self.request = request }
      connection.send(.passphrase(isNew: request.isNew, error: error.asDiagnostic))
    }
  }

  package func didEnd(_ connection: LiveConnection) {
    waiting.removeAll { $0.connection === connection }
    running?.didEnd(connection)
  }

  /// Says goodbye to the renderers that wait.
  package func stop() { for (connection, _) in waiting { connection.end(.stopped) } }
}
