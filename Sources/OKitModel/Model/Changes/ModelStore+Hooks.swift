/// Running what schemas leave to scripts.
extension ModelStore {
  /// - Parameters:
  ///   - old: Evaluated only for a function that takes it, as is `new`.
  func runDidSet(
    _ entity: EntityID, _ property: Property, old: @autoclosure () -> Value, new: @autoclosure () -> Value
  ) throws {
    guard let function = property.didSet, !journal.isReplaying, !didSets.isCreating else { return }
    // As in Swift, an observer that writes its own property does not call itself.
    let key = PropertyKey(entity, property.slot)
    guard didSets.begin(key) else { return }
    defer { didSets.end(key) }
    let arguments: [Value] =
      switch property.didSetArgumentCount {
      case ...0: []
      case 1: [old()]
      default: [old(), new()]
      }
    try runHook(function, of: entity, arguments, "didSet of \(type(of: entity)?.name ?? "").\(property.name)")
  }

  /// Runs a hook of a script; its error says which hook failed.
  func runHook(_ function: FunctionRef, of entity: EntityID, _ arguments: [Value], _ what: @autoclosure () -> String)
    throws
  {
    do { try hooks?.run(function, of: entity, arguments: arguments) } catch {
      throw error.diagnostic("function.failed").appending(.hook(what()))
    }
  }

  /// Returns the name of a hook for messages, such as `Book:managed`.
  func hookName(_ name: String, of entity: EntityID) -> String { "\(type(of: entity)?.name ?? ""):\(name)" }
}
