/// Commands that access the models directly.
extension CommandRunner {
  /// The context of bindings in commands: that of the screen.
  var context: EntityID? {
    runtime.top?.effectiveContext ?? runtime.store.root(named: ModelStore.defaultModelName)
  }

  /// Returns the program of a binding.
  ///
  /// - Throws: As `Evaluator.program(_:)`, and when the model of the context cannot be read.
  private func program(_ path: String) throws -> BindingProgram {
    let program = try runtime.evaluator.program(path)
    if let closed = context.flatMap({ runtime.store.unreadable($0) }) { throw closed }
    return program
  }

  func get(_ path: String) throws {
    let value = try runtime.evaluator.checkedValue(program(path), context)
    let secrets = runtime.store.secrets
    if output.format == .json { return try output.json(secrets.shown(runtime.store.resultJSON(value))) }
    switch value {
    case .null: output.value("nil")
    case .entity, .collection, .list, .map:
      try output.json(secrets.shown(runtime.store.resultJSON(value)), pretty: isInteractive)
    default: output.value(secrets.shown(runtime.evaluator.text(value) ?? value.typeName))
    }
  }

  func set(_ path: String, _ value: Value) throws {
    let (program, evaluator, context) = (try program(path), runtime.evaluator, context)
    if runtime.store.secrets.isSecret(path: path), let text = runtime.evaluator.text(value) {
      runtime.store.secrets.add(text)
    }
    try runtime.turn { try evaluator.checking(program) { try evaluator.set(program, context, value) } }
  }

  /// Calls the function that a path names; a failure rolls back its changes.
  func call(_ path: String) throws {
    let (program, evaluator, context) = (try program(path), runtime.evaluator, context)
    try runtime.turn {
      var failure: Diagnostic?
      var isRunning = true
      try evaluator.checking(program) {
        evaluator.callFunction(program, context) { [runtime] result in
          guard case .failure(let diagnostic) = result else { return }
          // An asynchronous function can fail after the command has returned.
          if isRunning { failure = diagnostic } else { runtime.fail(diagnostic) }
        }
        isRunning = false
        if let failure { throw failure }
      }
    }
  }

  func showModels() throws {
    let pending = Set(runtime.registry.pending)
    let models = runtime.store.roots.sorted { $0.key < $1.key }.map { name, root in
      (name: name, type: runtime.store.type(of: root)?.name ?? "", count: runtime.store.subtree(root).count)
    }
    if output.format == .json {
      return try output.json(
        .array(
          models.map {
            [
              "name": .string($0.name), "type": .string($0.type), "entities": .int($0.count),
              "unsaved": .bool(pending.contains($0.name)),
            ]
          }))
    }
    for model in models {
      let entities = model.count == 1 ? "1 entity" : "\(model.count) entities"
      output.value(
        "\(model.name)  \(model.type)  \(entities)" + (pending.contains(model.name) ? "  unsaved changes" : ""))
    }
    if models.isEmpty { output.line("no models") }
  }

  func undo() throws {
    let patches = try changes {
      if try !runtime.undo() { throw Diagnostic("app.undo", "there is nothing to undo") }
    }
    try report(patches, as: "undone", name: runtime.redoName)
  }

  func redo() throws {
    let patches = try changes {
      if try !runtime.redo() { throw Diagnostic("app.redo", "there is nothing to redo") }
    }
    try report(patches, as: "redone", name: runtime.undoName)
  }

  private func changes(_ body: () throws -> Void) throws -> [Patch] {
    let recorder = ChangeRecorder(runtime.store)
    runtime.store.startRecording(recorder)
    defer { runtime.store.stopRecording(recorder) }
    try body()
    return runtime.store.patches(recorder).map(runtime.store.secrets.masked)
  }

  /// The number of changes of a step that are reported.
  private static let reportedChanges = 10

  /// Reports the changes of a step of the history. They are not results, so that the output of scripts stays as it is.
  ///
  /// - Parameter name: The name of the step; nil for one without.
  private func report(_ patches: [Patch], as verb: String, name: String?) throws {
    let limit = TextLimit()
    let verb =
      verb + (name.map { " \(PrintableText.quoted(limit.cut(runtime.store.secrets.masked($0), .english)))" } ?? "")
    for patch in patches.prefix(Self.reportedChanges) {
      output.note("\(verb): \(PrintableText.line(limit.cut(try patch.text, .english)))")
    }
    let rest = patches.count - Self.reportedChanges
    if rest > 0 { output.note("\(verb): \(rest) more change\(rest == 1 ? "" : "s")") }
  }

  func showChanges() throws {
    let patches = runtime.store.patches(recorder).map(runtime.store.secrets.masked)
    runtime.store.stopRecording(recorder)
    restartRecording()
    if output.format == .json { return try output.json(.array(patches.map(\.jsonValue))) }
    for patch in patches { output.value(try patch.text) }
    if patches.isEmpty { output.line("no changes") }
  }
}

extension Patch {
  /// The change as a person reads it: `/books/0/marked: false → true`, `+ /books/2 {…}`, `- /books/2 {…}`, `/books/2 →
  /// /books/0`.
  fileprivate var text: String {
    get throws {
      switch operation {
      case .add: "+ \(path) \(try value.json())"
      case .remove: "- \(path) \(try old.json())"
      case .replace: "\(path): \(try old.json()) → \(try value.json())"
      case .move: "\(from ?? "") → \(path)"
      }
    }
  }
}
