/// What waits to be sent to a server.
struct PendingModels {
  /// What waits, by the name of the model.
  private(set) var changes: [String: PendingChange] = [:]
  /// The models of which something is reported as a problem.
  private(set) var refused: Set<String> = []
  /// The files that are damaged or for another endpoint.
  private(set) var problems: [Diagnostic] = []

  /// - Parameter endpoint: The URL of the endpoint; nil if there is none.
  init(_ storage: FileStorage, endpoint: String?) throws {
    let names: [String]
    do { names = try PendingChange.models(in: storage) } catch let damage as Diagnostic {
      // The log of changes that wait. The models themselves are elsewhere.
      problems.append(damage)
      return
    }
    for name in names {
      do {
        guard let change = try PendingChange(of: name, in: storage) else { continue }
        changes[name] = change
        if let endpoint { try change.expectEndpoint(endpoint) }
      } catch let diagnostic as Diagnostic {
        refused.insert(name)
        problems.append(diagnostic)
      }
    }
  }

  /// Whether a conversion of a model was interrupted: its class is that of the form before or after it.
  func isConverted(_ name: String) -> Bool { changes[name]?.change.isConversion == true }

  /// Returns what waits of a model, such as `2 changes wait to be sent to https://example.org/`.
  func text(_ name: String) -> String? {
    guard let pending = changes[name] else { return nil }
    if pending.change.isConversion { return "an interrupted conversion waits to be finished at \(pending.url)" }
    let count = Self.count(pending)
    return count == 1
      ? "1 change waits to be sent to \(pending.url)" : "\(count) changes wait to be sent to \(pending.url)"
  }

  static func count(_ pending: PendingChange) -> Int { pending.change.contents.count + pending.change.deletions.count }
}
