extension MutationReport {
  /// The data of the page: the mutants that were tested, with the sources.
  package var pageData: JSONValue {
    let names = Dictionary(tests.map { ($0.id, $0.name) }) { first, _ in first }
    var members: [String: JSONValue] = [
      "files": .array(
        files.map { file in
          [
            "name": .string(file.name), "source": .string(file.source),
            "mutants": .array(file.entries.compactMap { $0.pageData(names) }),
          ]
        }),
      "summary": .array(summary.map(JSONValue.string)),
    ]
    members["score"] = score.map { .int(Int($0.rounded())) }
    return .object(members)
  }
}

extension MutationReport.Entry {
  /// - Parameter names: Those of the tests by their identifiers.
  fileprivate func pageData(_ names: [String: String]) -> JSONValue? {
    guard let result else { return nil }
    var members: [String: JSONValue] = [
      "id": .string(mutant.id), "mutator": .string(mutant.mutator.rawValue), "change": .string(mutant.change),
      "replacement": .string(mutant.replacement), "status": .string(result.status.rawValue),
      "start": [.int(mutant.start.line), .int(mutant.start.column)],
      "end": [.int(mutant.end.line), .int(mutant.end.column)],
      "tests": .array(coveredBy.map { .string(names[$0] ?? $0) }),
    ]
    members["killedBy"] = result.killedBy.map { .string(names[$0] ?? $0) }
    members["reason"] = result.reason.map(JSONValue.string)
    if let suggestion = result.suggestion {
      members["differs"] = .string("\(suggestion.place): \(suggestion.difference)")
      members["assertion"] = suggestion.assertion.map {
        ["file": .string($0.file), "line": .int($0.line), "text": .string($0.text)]
      }
    }
    return .object(members)
  }
}
