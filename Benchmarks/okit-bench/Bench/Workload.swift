/// A benchmark: work and the figures that it reports.
struct Workload: Sendable {
  var name: String
  /// The description that `--list` prints.
  var about: String
  var run: @Sendable (Surroundings, Report) throws -> Void
  /// Checks that the scripts of the workload start and compute the right results, without measuring.
  var verify: (@Sendable (Surroundings) throws -> Void)?

  static let all: [Workload] = [
    .start, .property, .path, .formula, .observers, .flatness, .transaction, .luaCrossing, .luaTexts, .luaLibraries,
    .loadStore,
    .disk, .http, .services, .memory,
    .flowStep, .testSteps, .scriptAccess, .testOverhead, .exploring,
    .world, .places, .bigList, .scale, .growth, .functions, .interface,
    .checking, .languageServer, .embedding, .live, .floors,
  ]
}

/// The folders and programs that workloads need.
struct Surroundings {
  /// The root folder of the project.
  let root: String
  /// A temporary folder.
  let scratch: String
  let peers: Peers

  /// The arguments that start an application of `scripts` with a documents directory of its own.
  func start(_ script: String, in documents: String) -> [String] {
    let documents = "\(scratch)/documents/\(documents)"
    return ["\(root)/scripts/\(script)", "--documents", documents, "--key-file", documents + ".key"]
  }
}
