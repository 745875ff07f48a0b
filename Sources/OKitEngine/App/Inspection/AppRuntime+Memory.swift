extension AppRuntime {
  /// The bytes that the application has outside of Lua: models with their texts and blobs, what can be undone,
  /// documents in memory, dialogs and the log. O(models).
  package var memoryInUse: Int {
    var census = MemoryCensus()
    store.add(to: &census)
    census.add(bytes: registry.storage.memory)
    for window in windows { window.dialogs.add(to: &census) }
    for entry in applicationLog.written {
      census.add(bytes: MemoryLayout<LogEntry>.stride)
      census.add(entry.message)
    }
    return census.bytes
  }
}
