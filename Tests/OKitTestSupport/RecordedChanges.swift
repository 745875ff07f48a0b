package import OKitEngine

extension ModelStore {
  /// Runs `body` and returns what its transactions have changed.
  package func recording<T>(_ body: () throws -> T) rethrows -> (T, ChangeSet) {
    let recorder = ChangeRecorder()
    startRecording(recorder)
    defer { stopRecording(recorder) }
    let result = try body()
    return (result, recorder.changes)
  }
}
