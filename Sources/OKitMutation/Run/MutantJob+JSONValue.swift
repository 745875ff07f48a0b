// The records by which the processes of a run talk to each other.

extension MutantJob {
  package var record: JSONValue {
    [
      "mutant": .string(id), "path": .string(path), "text": .string(text),
      "tests": .array(
        tests.map {
          [
            "file": .string($0.file), "line": .int($0.line), "name": .string($0.name), "key": .string($0.key),
            "steps": .int($0.steps), "trace": .string($0.trace),
          ]
        }),
    ]
  }

  /// - Throws: `test.worker` for a record that is not one.
  package init(record: JSONValue) throws(Diagnostic) {
    guard let id = record["mutant"]?.text, let path = record["path"]?.text, let text = record["text"]?.text,
      case .array(let tests)? = record["tests"]
    else { throw Diagnostic("test.worker", "a job needs the fields \"mutant\", \"path\", \"text\" and \"tests\"") }
    self.init(
      id: id, path: path, text: text,
      tests: tests.map {
        CoveringTest(
          file: $0["file"]?.text ?? "", line: $0["line"]?.whole ?? 0, name: $0["name"]?.text ?? "",
          key: $0["key"]?.text ?? "", steps: $0["steps"]?.whole ?? 0, trace: $0["trace"]?.text ?? "")
      })
  }
}

extension MutantResult {
  package var record: JSONValue {
    var members: [String: JSONValue] = ["mutant": .string(id), "status": .string(status.rawValue)]
    members["killedBy"] = killedBy.map(JSONValue.string)
    members["reason"] = reason.map(JSONValue.string)
    members["suggestion"] = suggestion?.record
    return .object(members)
  }

  /// - Throws: `test.worker` for a record that is not one.
  package init(record: JSONValue) throws(Diagnostic) {
    guard let id = record["mutant"]?.text, let status = record["status"]?.text.flatMap(Status.init) else {
      throw Diagnostic("test.worker", "a result needs the fields \"mutant\" and \"status\"")
    }
    self.init(id, status, killedBy: record["killedBy"]?.text, reason: record["reason"]?.text)
    suggestion = record["suggestion"].flatMap(Suggestion.init)
  }
}

extension Suggestion {
  var record: JSONValue {
    var members: [String: JSONValue] = ["place": .string(place), "difference": .string(difference)]
    members["assertion"] = assertion.map {
      ["file": .string($0.file), "line": .int($0.line), "text": .string($0.text)]
    }
    return .object(members)
  }

  init?(record: JSONValue) {
    guard let place = record["place"]?.text, let difference = record["difference"]?.text else { return nil }
    self.init(place: place, difference: difference)
    guard let part = record["assertion"], let file = part["file"]?.text, let line = part["line"]?.whole,
      let text = part["text"]?.text
    else { return }
    assertion = Assertion(file: file, line: line, text: text)
  }
}
