extension Report {
  /// A figure beside a peer that may be missing: then alone.
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

  /// A figure beside all findings of the scripts' peers, which must have come to the same result.
  ///
  /// - Parameters:
  ///   - goal: the limit of the value itself, whoever is beside it.
  ///   - goals: the limits of the ratios.
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
  /// What the peers' scripts of that name report, by name of the work, and in it by peer.
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
