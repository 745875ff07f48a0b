internal import OKitExplore

/// The flows of earlier findings, a file for each exploration.
struct ExplorationCorpus {
  /// The file; nil without a folder.
  private let path: String?
  /// The data of the exploration.
  private let fixture: JSONValue?
  private static let beginning = "{\"kind\":\"okit explore corpus\",\"version\":1}\n"

  init(folder: String?, _ exploration: DeclaredExploration) {
    let name = exploration.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    path = folder.map { "\($0)/\(name).jsonl" }
    fixture = exploration.fixture
  }

  /// - Throws: `file.read`, `explore.corpus` for a file that is not a corpus.
  func flows() throws -> [ExploredFlow] {
    guard let path, let text = try LocalFile.read(path) else { return [] }
    guard text.hasPrefix(Self.beginning) else {
      throw Diagnostic("explore.corpus", "\(path) is not a corpus of an exploration")
    }
    return try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().dropFirst().compactMap {
      index, line in
      if line.isEmpty { return nil }
      let place = Diagnostic.Place(file: path, line: index + 1)
      do { return try Self.flow(JSONValue.parse(json: Array(line.utf8))) } catch var diagnostic as Diagnostic {
        diagnostic.place = place
        throw diagnostic
      }
    }
  }

  /// Reads a list of steps, or steps with a fixture.
  private static func flow(_ json: JSONValue) throws(Diagnostic) -> ExploredFlow {
    guard case .array(let steps) = json["steps"] ?? json else {
      throw Diagnostic(
        "explore.corpus", "a line of a corpus must be a list of steps, or { \"fixture\": …, \"steps\": […] }")
    }
    return ExploredFlow(
      try steps.map { (json) throws(Diagnostic) in try ExploredStep(json: json) }, fixture: json["fixture"])
  }

  /// Creates the folder, so that nothing is searched for in vain.
  ///
  /// - Throws: `file.write`.
  func check() throws {
    guard let path else { return }
    try makeFolder(of: path)
    try FileReplacement.check(LocalFile.absolutePath(of: path), beginning: Self.beginning)
  }

  private func makeFolder(of path: String) throws(Diagnostic) {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: path, mode: 0o700) } catch {
      throw Diagnostic("file.write", "cannot create \(path): \(error.reason)", hint: error.writingHint)
    }
  }

  /// Adds the flows of findings that it does not have.
  ///
  /// - Throws: `file.write`.
  func add(_ findings: [ExploredFinding]) throws {
    guard let path else { return }
    var flows = try flows()
    for flow in findings.compactMap(\.flow) {
      // With less data, a flow may be shorter.
      let new = ExploredFlow(flow.steps, fixture: flow.fixture == fixture ? nil : flow.fixture)
      if !flows.contains(new) { flows.append(new) }
    }
    guard !flows.isEmpty else { return }
    let lines = try flows.map { flow in
      let steps = JSONValue.array(flow.steps.map(\.jsonValue))
      return try (flow.fixture.map { ["fixture": $0, "steps": steps] } ?? steps).json(pretty: false) + "\n"
    }
    try makeFolder(of: path)
    try FileReplacement.replace(
      LocalFile.absolutePath(of: path), with: Array((Self.beginning + lines.joined()).utf8), beginning: Self.beginning)
  }
}
