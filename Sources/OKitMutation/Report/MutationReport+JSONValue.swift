extension MutationReport {
  /// What the file of a report begins with.
  package static let beginning = "{\n  \"$schema\": \"\(schema)\""

  private static let schema = "https://git.io/mutation-testing-schema"

  /// The report in the format of the mutation-testing-report-schema, version 2.
  package var jsonValue: JSONValue {
    [
      "$schema": .string(Self.schema), "schemaVersion": "2", "thresholds": ["high": 90, "low": 60],
      "config": ["partial": .bool(isPartial), "untested": .int(untested)],
      "framework": ["name": "okit", "version": .string(EngineVersion.text)],
      "files": .object(Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.jsonValue) })),
      "testFiles": .object(
        Dictionary(grouping: tests, by: \.file).mapValues { ["tests": .array($0.map(\.jsonValue))] }),
    ]
  }
}

extension CoveringTest {
  fileprivate var jsonValue: JSONValue {
    [
      "id": .string(id), "name": .string(name), "location": ["start": ["line": .int(max(1, line)), "column": 1]],
    ]
  }
}

extension MutationReport.File {
  fileprivate var jsonValue: JSONValue {
    ["language": "lua", "source": .string(source), "mutants": .array(entries.map(\.jsonValue))]
  }
}

extension MutationReport.Entry {
  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(mutant.id), "mutatorName": .string(mutant.mutator.rawValue),
      "location": ["start": mutant.start.jsonValue, "end": mutant.end.jsonValue],
      "replacement": .string(mutant.replacement), "description": .string(mutant.change),
      "status": .string(result?.status.rawValue ?? "Pending"), "coveredBy": .array(coveredBy.map(JSONValue.string)),
    ]
    members["killedBy"] = result?.killedBy.map { [.string($0)] }
    members["statusReason"] = statusReason.map(JSONValue.string)
    members["suggestion"] = result?.suggestion?.assertion.map {
      ["file": .string($0.file), "line": .int($0.line), "text": .string($0.text)]
    }
    return .object(members)
  }

  /// Why the mutant has its status; what would kill it if it has survived.
  package var statusReason: String? {
    guard let result, result.status == .survived else { return result?.reason }
    guard let suggestion = result.suggestion else { return "no test behaves differently" }
    let difference = "differs first at \(suggestion.place): \(suggestion.difference)"
    guard let assertion = suggestion.assertion else { return difference }
    return "\(difference); add after \(assertion.file):\(assertion.line): \(assertion.text)"
  }
}

extension Mutant.Position {
  fileprivate var jsonValue: JSONValue { ["line": .int(line), "column": .int(column)] }
}
