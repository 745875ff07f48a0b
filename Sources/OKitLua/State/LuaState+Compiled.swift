internal import CLua

/// Loading chunks that another state has compiled.
extension LuaState {
  /// The chunks that were compiled before, and to which the state adds its own; nil to compile everything.
  package var compiledScripts: CompiledScripts? {
    get { core.compiledScripts }
    set { core.compiledScripts = newValue }
  }

  /// As `load`, for the script of an application.
  func load(script text: String, chunk: String) throws -> LuaFunction {
    guard let scripts = core.compiledScripts else { return try load(text, chunk: chunk) }
    guard let known = scripts.script(text, chunk: chunk) else {
      let counted = core.instrumented(text, chunk: chunk)
      core.sources.add(text, chunk: chunk)
      let function = try counted?.function ?? load(text, chunk: chunk)
      if let bytes = try core.dump(function) {
        let added = scripts.add(bytes, script: text, chunk: chunk, counted: counted?.text)
        core.loadedScripts?.append(added.number)
      }
      try core.count(counted?.text, chunk: chunk)
      return function
    }
    core.loadedScripts?.append(known.number)
    core.sources.add(text, chunk: chunk)
    let cost = text.utf8.count
    let function =
      core.takeSaved(known)
      ? try core.load(compiled: okit_text(saved: known.number), chunk: chunk, cost: cost)
      : try core.load(compiled: known.bytes, chunk: chunk, cost: cost)
    try core.count(known.counted, chunk: chunk)
    return function
  }
}

extension LuaCore {
  /// Returns the compiled form of a module, or its number, and the cost of loading it; nil for one that cannot be
  /// compiled, whose error is that of its text.
  func compiled(_ module: LuaModule) -> (code: LuaValue, cost: Int)? {
    guard let scripts = compiledScripts else { return nil }
    if let known = scripts.script(module.text, chunk: module.chunk) {
      guard (try? count(known.counted, chunk: module.chunk)) != nil else { return nil }
      loadedScripts?.append(known.number)
      return (takeSaved(known) ? .int(known.number) : .bytes(known.bytes), module.text.utf8.count)
    }
    var text = module.text
    let counted = instrumented(text, chunk: module.chunk)
    // The caller compiles the text again and raises the error.
    guard let function = try? counted?.function ?? text.withUTF8({ try load(text: $0, chunk: module.chunk) }),
      let bytes = try? dump(function), (try? count(counted?.text, chunk: module.chunk)) != nil
    else { return nil }
    let added = scripts.add(bytes, script: module.text, chunk: module.chunk, counted: counted?.text)
    loadedScripts?.append(added.number)
    return (.bytes(bytes), 0)
  }

  func load(text: UnsafeBufferPointer<UInt8>, chunk: String) throws(Diagnostic) -> LuaFunction {
    var slot: Int32 = 0
    try check { okit_load($0, okit_text(text), LuaState.chunkName(chunk), &slot) }
    return LuaReference(core: self, slot: slot)
  }

  /// - Parameter cost: The number of instructions that count as executed.
  func load(compiled bytes: [UInt8], chunk: String, cost: Int) throws(Diagnostic) -> LuaFunction {
    try bytes.withUnsafeBufferPointer { bytes throws(Diagnostic) in
      try load(compiled: okit_text(bytes), chunk: chunk, cost: cost)
    }
  }

  func load(compiled bytes: okit_text, chunk: String, cost: Int) throws(Diagnostic) -> LuaFunction {
    var slot: Int32 = 0
    try check { okit_load_compiled($0, bytes, LuaState.chunkName(chunk), cost, &slot) }
    return LuaReference(core: self, slot: slot)
  }

  /// Returns the compiled form of a function; nil without memory.
  func dump(_ function: LuaFunction) throws(Diagnostic) -> [UInt8]? {
    var compiled = okit_text()
    try check { okit_dump($0, function.slot, &compiled) }
    guard let start = compiled.bytes else { return nil }
    defer { okit_free_compiled(compiled) }
    return Array(UnsafeRawBufferPointer(start: start, count: compiled.length))
  }
}

extension okit_text {
  /// Stands for a chunk that the saved heap has.
  fileprivate init(saved number: Int) { self.init(bytes: nil, length: number) }
}
