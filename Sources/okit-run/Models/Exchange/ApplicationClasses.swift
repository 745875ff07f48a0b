import OKitEngine
import OKitLua

/// The classes of an application, for an export of one of its models. The script runs with empty models and stores nothing.
final class ApplicationClasses {
  private let application: LuaApplication
  /// The class of the model.
  let root: EntityType

  var store: ModelStore { application.runtime.store }

  /// - Throws: why the script does not start, and `model.unknown` when it registers no such model.
  init(script: String, _ options: LuaApplication.Options, model: String) throws {
    application = try DocumentClasses.run(script, options, TransientStorage())
    let store = application.runtime.store
    guard let type = store.root(named: model).flatMap(store.type(of:)) else {
      application.close()
      throw Self.unknown(model, in: store, script)
    }
    root = type
  }

  deinit { application.close() }

  /// Returns the error for a model that a script does not register.
  static func unknown(_ model: String, in store: ModelStore, _ script: String) -> Diagnostic {
    Diagnostic(
      "model.unknown", "\(script) registers no model \"\(model)\"",
      hint: NearestName.hint(for: model, in: store.roots.keys.sorted()))
  }
}
