internal import OKitStorage
internal import OKitTestRunner

/// The results of earlier runs, by the content of all that they depend on.
package struct MutantCache {
  /// The largest number of results that are kept; those that were used last stay.
  static let maximumCount = 20_000

  private struct Entry {
    var result: JSONValue
    /// The number of the run that has used it last.
    var run: Int
  }

  /// The version of okit, which decides what a script does.
  package let version: String
  private var entries: [String: Entry] = [:]
  private var run = 1

  package init(version: String) { self.version = version }

  /// Reads a cache; what is damaged is left out, because it can be made again.
  package init(_ json: JSONValue, version: String) {
    self.version = version
    guard json["version"] == 1, case .object(let members)? = json["results"] else { return }
    run = (json["run"]?.whole ?? 0) + 1
    for (key, member) in members {
      if let result = member["result"] { entries[key] = Entry(result: result, run: member["run"]?.whole ?? 0) }
    }
  }

  package var jsonValue: JSONValue {
    let kept = entries.sorted { ($1.value.run, $1.key) < ($0.value.run, $0.key) }.prefix(Self.maximumCount)
    let results = kept.map { ($0.key, JSONValue.object(["result": $0.value.result, "run": .int($0.value.run)])) }
    return [
      "version": 1, "run": .int(run), "results": .object(Dictionary(uniqueKeysWithValues: results)),
    ]
  }

  mutating func result(forKey key: String) -> MutantResult? {
    guard var entry = entries[key] else { return nil }
    let result: MutantResult
    do { result = try MutantResult(record: entry.result) } catch { return nil }
    entry.run = run
    entries[key] = entry
    return result
  }

  mutating func add(_ result: MutantResult, key: String) {
    entries[key] = Entry(result: result.record, run: run)
  }
}

/// Makes the keys of mutants: the content of the mutant, and of every file that the covering tests read.
struct CacheKeys {
  private let version: String
  private let dependencies: [String: Set<String>]
  private let folders: [String: Set<String>]
  /// The checksums of the files that a test file depends on.
  private var known: [String: String] = [:]

  init(_ baseline: Baseline, version: String) {
    (self.version, dependencies) = (version, baseline.dependencies)
    folders = Dictionary(grouping: baseline.tests, by: \.test.file).mapValues { Set($0.flatMap(\.folders)) }
  }

  mutating func key(of job: MutantJob) -> String {
    var parts = [version, job.path, Self.checksum(Array(job.text.utf8))]
    for test in job.tests { parts += [test.id, test.name] }
    for file in Set(job.tests.map(\.file)).sorted() { parts.append(checksum(ofTestFile: file)) }
    let bytes = Array(parts.joined(separator: "\0").utf8)
    // Two checksums of 64 bits: one alone might be equal for two of very many mutants.
    return Self.checksum(bytes) + Self.checksum(Array(bytes.reversed()))
  }

  private mutating func checksum(ofTestFile file: String) -> String {
    if let checksum = known[file] { return checksum }
    var paths = dependencies[file, default: []].union([file])
    for folder in folders[file, default: []] { paths.formUnion(Self.files(in: folder)) }
    paths.formUnion(Self.files(in: SnapshotFolder.path(ofTestFile: file)))
    let parts = paths.sorted().map { path in "\(path)\0\(Self.checksum(ofFile: path))" }
    let checksum = Self.checksum(Array(parts.joined(separator: "\0").utf8))
    known[file] = checksum
    return checksum
  }

  private static func files(in folder: String) -> [String] {
    (SystemFile.names(in: folder) ?? []).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      return PathKind(of: path) == .folder ? files(in: path) : [path]
    }
  }

  /// A file that cannot be read has another checksum than any that can.
  private static func checksum(ofFile path: String) -> String {
    do { return checksum(try RegularFile.read(path, limit: .max)) } catch { return "-" }
  }

  private static func checksum(_ bytes: [UInt8]) -> String { XXHash64.text(XXHash64.checksum(bytes)) }
}
