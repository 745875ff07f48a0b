internal import CLua

/// A Lua state of C, and what it calls of the host.
///
/// One core uses it at a time. The next one finds what was there when the heap was saved.
final class LuaHeap {
  /// Nil once the state is closed.
  private(set) var raw: OpaquePointer?
  /// Everything that Lua may call; C holds them unretained.
  private var entries: [HostEntry] = []
  /// Behind a pointer, because every crossing uses it, and Swift checks each access to a variable of a class.
  let encoder = UnsafeMutablePointer<LuaEncoder>.allocate(capacity: 1)
  /// The number of entries when the heap was saved; nil for one that was not.
  private var savedEntries: Int?
  /// The numbers of the compiled scripts that the saved heap has loaded.
  private var savedScripts: Set<Int> = []
  /// Those of them that the core has not loaded yet.
  private var unusedScripts: Set<Int> = []
  private var savedBytes = 0
  /// Restoring copies them, so they are few.
  static let mostSavedBytes = 1 << 18

  init() { encoder.initialize(to: LuaEncoder()) }

  deinit {
    close()
    encoder.deinitialize(count: 1)
    encoder.deallocate()
  }

  func open(_ raw: OpaquePointer?) { self.raw = raw }

  /// Keeps an entry for as long as the state lives, and gives the address that C calls it by.
  func keep(_ entry: HostEntry) -> UnsafeMutableRawPointer {
    entries.append(entry)
    return Unmanaged.passUnretained(entry).toOpaque()
  }

  /// Makes all entries work for another core.
  func serve(_ core: LuaCore) {
    for entry in entries { entry.serve(core) }
  }

  /// Frees the state and the entries.
  ///
  /// - Returns: The bytes that closing has not freed: none.
  @discardableResult
  func close() -> Int {
    guard let raw else { return 0 }
    self.raw = nil
    let left = okit_close(raw)
    entries = []
    return left
  }

  /// Remembers what is there, for the scripts that come. Has no effect where that is impossible.
  func save() {
    guard let raw, okit_collect_before_script(raw), okit_save(raw) else { return }
    savedEntries = entries.count
  }

  /// Makes the heap what it was when it was saved.
  ///
  /// - Returns: False when that is impossible; the heap can only be closed then.
  func restore() -> Bool {
    guard let raw, let savedEntries, okit_restore(raw) else { return false }
    entries.removeLast(entries.count - savedEntries)
    unusedScripts = savedScripts
    return true
  }

  /// Returns whether the heap has a compiled script, which the core loads by its number now. Another time, it has to be
  /// loaded from its bytes.
  func takeSaved(_ script: CompiledScripts.Chunk) -> Bool { unusedScripts.remove(script.number) != nil }

  /// Loads scripts into a heap that was restored, so that those that run later find them.
  ///
  /// - Returns: False where that is impossible; the heap can only be closed then.
  func save(_ scripts: [CompiledScripts.Chunk]) -> Bool {
    guard let raw else { return false }
    var hasNew = false
    for script in scripts where !savedScripts.contains(script.number) {
      guard savedBytes + script.bytes.count <= Self.mostSavedBytes else { continue }
      let isSaved = script.bytes.withUnsafeBufferPointer {
        okit_save_chunk(raw, okit_text($0), LuaState.chunkName(script.name), Int64(script.number))
      }
      guard isSaved else { return false }
      savedScripts.insert(script.number)
      savedBytes += script.bytes.count
      hasNew = true
    }
    guard hasNew else { return true }
    unusedScripts = savedScripts
    // Loading leaves no garbage.
    return okit_save_again(raw)
  }
}
