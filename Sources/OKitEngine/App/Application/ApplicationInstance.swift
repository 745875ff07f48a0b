/// One run of an application: a runtime with its definitions, and the functions that the program gives it.
package protocol ApplicationInstance: AnyObject {
  var runtime: AppRuntime { get }
  /// Why a limit has stopped the script; nil while it has not.
  var stopReason: Diagnostic? { get }
  /// Adds an extension function to a type that may be defined later.
  func addExtension(to type: String, _ name: String, _ body: @escaping HostFunction) throws
  /// Called after the program has defined a class.
  func didDefine(_ name: String, extending superClass: String) throws
  /// Terminates the runtime.
  func close()
}

/// A function of the program that bindings and scripts call.
package typealias HostFunction = (inout HostArguments) throws -> Value

/// One run of an application without a script.
final class ProgramInstance: ApplicationInstance {
  let runtime: AppRuntime
  private let functions: ProgramFunctions

  /// The time that a turn may take, as that of scripts by default.
  private static let timeLimit = Duration.seconds(5)

  init(_ options: Application.Options, _ files: ModelFiles, _ services: ApplicationServices) throws {
    let runtime = try AppRuntime(options, files.storage, services)
    let functions = ProgramFunctions(runtime.store)
    (self.runtime, self.functions) = (runtime, functions)
    runtime.store.budget.timeLimit = Self.timeLimit
    runtime.evaluator.host = functions
    runtime.store.hooks = functions
    runtime.requests = services.network?.requests
    runtime.connect(services, nil)
    runtime.turns.onSettled = { [reference = runtime.reference, wakeUp = services.wakeUp] in
      guard let runtime = reference.object else { return }
      runtime.runPostponed()
      wakeUp.wake { runtime.secondsToNext.map { .now + .seconds($0) } }
    }
  }

  deinit { close() }

  var stopReason: Diagnostic? { nil }

  func addExtension(to type: String, _ name: String, _ body: @escaping HostFunction) {
    runtime.evaluator.functions.register(name, on: type, functions.add(name, body))
  }

  func didDefine(_ name: String, extending superClass: String) {}

  func close() {
    runtime.terminate()
    runtime.turns.onSettled = {}
    runtime.evaluator.host = nil
    runtime.store.hooks = nil
  }
}
