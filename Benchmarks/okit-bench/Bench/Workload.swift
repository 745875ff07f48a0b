/// Something to measure.
struct Workload: Sendable {
  var name: String
  /// One line for `--list`.
  var about: String
  var run: @Sendable (Surroundings, Report) throws -> Void

  static let all: [Workload] = [
    .start, .property, .path, .observers, .flatness, .transaction, .luaCrossing, .luaTexts, .luaLibraries, .loadStore,
    .disk, .memory,
    .flowStep, .testOverhead, .world, .bigList, .scale,
  ]
}

/// Where the things are that workloads need.
struct Surroundings {
  /// The project's folder.
  let root: String
  /// A folder that is empty at the start and goes at the end.
  let scratch: String
  let peers: Peers
}
