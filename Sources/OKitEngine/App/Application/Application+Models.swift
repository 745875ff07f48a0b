// Reading and writing the models.

extension Application {
  /// The value of a binding; without an entity it starts at the default model.
  ///
  ///     let name: String = try app.get("books[0]/name")
  ///
  /// - Throws: `binding.syntax` and its like, `binding.unknownName`, the failure of a function that the binding calls,
  ///   `script.interrupted`, `app.limit` for a value that takes longer than the time limit, `lua.value` for a value of
  ///   another type, and `model.gone` for an entity that no longer exists, or that another application has.
  public func get<Result: ValueConvertible>(_ binding: String, of entity: EntityID? = nil) throws -> Result {
    let runtime = try open().runtime
    return try runtime.convert(runtime.value(of: binding, entity)) { "\"\(binding)\" is" }
  }

  /// Writes through a binding, as a turn: observers run, and `undo` takes it back.
  ///
  /// - Throws: `binding.nowhere`, `binding.notWritable`, `binding.unknownName`, `model.gone`, `lua.value` for lists and
  ///   maps that nest deeper than 64 levels, what writing the property throws, and the failure of a function that
  ///   follows from it. Nothing has changed then.
  public func set(_ binding: String, of entity: EntityID? = nil, to value: some ValueConvertible) throws {
    let runtime = try open().runtime
    let evaluator = runtime.evaluator
    let program = try evaluator.program(binding)
    let (context, value) = (try runtime.context(entity), try runtime.store.given(value.toValue()))
    if context == nil, let unknown = evaluator.unknownName(withoutModel: program) { throw unknown }
    try runtime.throwingTurn { try evaluator.set(program, context, value) }
  }

  /// Undoes the newest step: an action, a call or a write.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `app.turn` while a function runs.
  @discardableResult
  public func undo() throws -> Bool { try open().runtime.undo() }

  /// Repeats the step that was undone last.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `app.turn` while a function runs.
  @discardableResult
  public func redo() throws -> Bool { try open().runtime.redo() }
}
