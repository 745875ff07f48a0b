package import OKitEngine

extension ModelStore {
  /// Runs `body` and returns what its transactions have changed in the end.
  package func recording<T>(_ body: () throws -> T) rethrows -> (T, [Patch]) {
    let recorder = ChangeRecorder(self)
    startRecording(recorder)
    defer { stopRecording(recorder) }
    let result = try body()
    return (result, patches(recorder))
  }
}
