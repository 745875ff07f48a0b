extension CoverageReport: JSONConvertible {
  /// The version of the format that is written, and the only one that is read.
  package static let version = 1

  package var jsonValue: JSONValue {
    let totals = totals.map { ($0.rawValue, JSONValue.object(["covered": .int($1.covered), "of": .int($1.of)])) }
    var members: [String: JSONValue] = [
      "version": .int(Self.version),
      "tests": .array(
        tests.map { ["file": .string($0.file), "line": .int($0.line), "name": .string($0.name)] }),
      "items": .array(items.map(\.jsonValue)),
      "files": .array(
        checksums.sorted { $0.key < $1.key }.map { ["file": .string($0.key), "checksum": .string($0.value)] }),
      "totals": .object(Dictionary(uniqueKeysWithValues: totals)),
    ]
    if !hooks.isEmpty { members["hooks"] = .array(hooks.sorted { $0.key < $1.key }.map(Self.json)) }
    if isPartial { members["partial"] = true }
    return .object(members)
  }

  /// Reads a report. Unknown members are ignored.
  ///
  /// - Throws: `coverage.version` for another version of the format, `json.value`.
  package init(json: JSONValue) throws(Diagnostic) {
    let report = try JSONMembers(json, "a coverage report")
    let version = try report.required("version", report.int)
    guard version == Self.version else {
      throw Diagnostic(
        "coverage.version", "the coverage report has the version \(version)",
        hint: "this version of okit reads version \(Self.version); write it again with okit-run test --coverage")
    }
    var (tests, items) = ([CoverageTest](), [CoverageItem]())
    for json in try report.array("tests") {
      let test = try JSONMembers(json, "a test of a coverage report")
      tests.append(
        CoverageTest(
          file: try test.required("file", test.string), line: try test.required("line", test.int),
          name: try test.required("name", test.string)))
    }
    for json in try report.array("items") { items.append(try CoverageItem(json, testCount: tests.count)) }
    var checksums: [String: String] = [:]
    for json in try report.array("files") {
      let file = try JSONMembers(json, "a file of a coverage report")
      checksums[try file.required("file", file.string)] = try file.required("checksum", file.string)
    }
    var hooks: [CoverageHook: CoverageHook.Counts] = [:]
    for json in try report.array("hooks") {
      let hook = try JSONMembers(json, "a hook of a coverage report")
      let key = CoverageHook(
        file: try hook.required("file", hook.string), path: try hook.strings("block"),
        name: try hook.required("hook", hook.string))
      for (id, outcomes) in try CoverageItem.members(hook["counts"], "counts") {
        hooks[key, default: [:]][id] = try CoverageItem.outcomes(outcomes, hook)
      }
    }
    self.init(tests: tests, items: items, checksums: checksums, hooks: hooks)
    isPartial = try report.bool("partial") ?? false
  }
}

extension CoverageReport {
  fileprivate static func json(_ hook: CoverageHook, _ counts: CoverageHook.Counts) -> JSONValue {
    [
      "file": .string(hook.file), "block": .array(hook.path.map(JSONValue.string)), "hook": .string(hook.name),
      "counts": .object(counts.mapValues(CoverageItem.json)),
    ]
  }
}

extension CoverageHook: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.file, left.path.joined(separator: "\0"), left.name)
      < (right.file, right.path.joined(separator: "\0"), right.name)
  }
}

extension CoverageItem {
  fileprivate static func json(_ outcomes: [CoverageOutcome: Int]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: outcomes.map { ($0.rawValue, JSONValue.int($1)) }))
  }

  fileprivate var jsonValue: JSONValue {
    [
      "id": .string(id), "kind": .string(kind.rawValue),
      "place": ["file": .string(file), "line": .int(line)], "column": .int(column), "text": .string(text),
      "outcomes": Self.json(outcomes),
      "tests": .array(tests.map(JSONValue.int)),
    ]
  }

  fileprivate init(_ json: JSONValue, testCount: Int) throws(Diagnostic) {
    let item = try JSONMembers(json, "an item of a coverage report")
    let place = try JSONMembers(item["place"] ?? .null, "the place of an item")
    let outcomes = try Self.outcomes(item["outcomes"] ?? .null, item)
    var tests: [Int] = []
    for test in try item.array("tests") {
      guard case .int(let test) = test, (0..<testCount).contains(test) else {
        throw item.wrong("tests", "a list of indices of tests")
      }
      tests.append(test)
    }
    self.init(
      id: try item.required("id", item.string),
      kind: try item.required("kind") { key throws(Diagnostic) in try item.name(key, of: CoverageKind.self) },
      file: try place.required("file", place.string), line: try place.required("line", place.int),
      column: try item.required("column", item.int), text: try item.required("text", item.string),
      outcomes: outcomes, tests: tests)
  }

  fileprivate static func outcomes(
    _ json: JSONValue, _ owner: JSONMembers
  ) throws(Diagnostic) -> [CoverageOutcome: Int] {
    var outcomes: [CoverageOutcome: Int] = [:]
    for (name, count) in try members(json, "outcomes") {
      guard let outcome = CoverageOutcome(rawValue: name), case .int(let count) = count, count >= 0 else {
        throw owner.wrong("outcomes", "the number of times of each outcome")
      }
      outcomes[outcome] = count
    }
    return outcomes
  }

  fileprivate static func members(_ json: JSONValue?, _ name: String) throws(Diagnostic) -> [String: JSONValue] {
    guard case .object(let members)? = json else {
      throw Diagnostic("json.value", "\"\(name)\" of a coverage report must be an object")
    }
    return members
  }
}
