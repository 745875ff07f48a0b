extension Report {
  /// Adds a figure with a peer's value, or alone if the peer is missing.
  func add(
    _ name: String, _ value: Double, _ unit: Figure.Unit, besides peer: String, _ peerValue: Double?,
    goal: Double? = nil
  ) throws {
    if let peerValue {
      try add(name, value, unit, peer: peer, peerValue, goal: goal)
    } else {
      try add(name, value, unit)
    }
  }

  /// Adds a figure for each finding of the peers' scripts, which must have computed the same result.
  ///
  /// - Parameters:
  ///   - goal: The limit of the value itself.
  ///   - goals: The limits of the ratios, by peer.
  func add(
    _ name: String, _ value: Double, _ unit: Figure.Unit, besides findings: [(String, Peers.Finding)], result: Int,
    goal: Double? = nil, goals: [String: Double] = [:]
  ) throws {
    if findings.isEmpty || goal != nil { try add(name, value, unit, goal: goal) }
    for (peer, finding) in findings {
      try check(finding.result, equals: result, "\(peer) in \(name)")
      try add(name, value, unit, peer: peer, finding.value, goal: goals[peer])
    }
  }
}

extension Surroundings {
  /// Returns the findings of the peers' scripts with that name, by name of the work, then by peer.
  func findings(
    _ script: String, _ languages: [Peers.Language] = [.lua, .luajit, .node, .python], _ arguments: [String] = []
  ) throws -> [String: [(String, Peers.Finding)]] {
    var all: [String: [(String, Peers.Finding)]] = [:]
    for language in languages {
      for (key, finding) in try peers.run(language, script, arguments).sorted(by: { $0.key < $1.key }) {
        // A script may measure a library: `load@orjson`.
        let words = key.split(separator: "@", maxSplits: 1).map(String.init)
        all[words[0], default: []].append((words.count > 1 ? words[1] : language.rawValue, finding))
      }
    }
    return all
  }
}
