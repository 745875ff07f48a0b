/// The net changes of an application while a function of a test runs, which may end the process and start the next one.
final class SessionChanges {
  private var recorder: ChangeRecorder?
  private var reference: UnretainedReference<AppRuntime>?
  /// The changes of the processes that have ended, then those of the present one.
  private(set) var patches: [Patch] = []

  /// Records the changes of a process.
  func begin(_ runtime: AppRuntime) {
    let recorder = ChangeRecorder(runtime.store)
    runtime.store.startRecording(recorder)
    (self.recorder, reference) = (recorder, runtime.reference)
  }

  /// Adds what the process has changed.
  func end() {
    guard let recorder, let runtime = reference?.object else { return }
    let secrets = runtime.store.secrets
    // A failed assertion prints them.
    patches += runtime.store.patches(recorder).map(secrets.masked)
    runtime.store.stopRecording(recorder)
    (self.recorder, reference) = (nil, nil)
  }
}

extension AppSession {
  /// Returns the net changes that `body` causes, in order: of each process that it ends, then of the one that runs at
  /// its end.
  ///
  /// - Throws: `app.turn` during a turn; what `body` throws.
  package func changes(_ body: () throws -> Void) throws -> [Patch] {
    guard !runtime.turns.isInTurn else {
      throw Diagnostic("app.turn", "changes are known only after the action; call changes outside of it")
    }
    let changes = SessionChanges()
    changes.begin(runtime)
    recordings.append(changes)
    defer {
      recordings.removeAll { $0 === changes }
      changes.end()
    }
    if let claims { try claims.claimingModels(body) } else { try body() }
    changes.end()
    return changes.patches
  }

  /// Runs at the end of the process.
  package func processWillEnd() {
    for changes in recordings { changes.end() }
    observer?.processWillEnd(of: driver)
    archive()
  }

  /// Continues with the next process.
  package func processDidStart(_ runtime: AppRuntime) {
    driver.runtime = runtime
    runtime.lastWindow = lastWindow
    for changes in recordings { changes.begin(runtime) }
    observer?.processDidStart(of: driver)
  }
}
