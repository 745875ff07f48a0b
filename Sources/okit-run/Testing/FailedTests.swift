/// The tests that have failed last, by file. `--last-failed` runs them again.
struct FailedTests: Equatable {
  /// The full names of tests and blocks by the absolute path of the file. The name is empty where a file as a whole
  /// failed.
  private(set) var names: [String: Set<String>] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// Returns the tests of a file to run: none for all; nil when none of them has failed.
  func selection(of file: String) -> [String]? {
    guard let names = names[LocalFile.absolutePath(of: file)] else { return nil }
    return names.contains("") ? [] : names.sorted()
  }

  /// Replaces the entries of a file.
  ///
  /// - Parameters:
  ///   - isComplete: Whether all tests of the file have run; otherwise entries of the others stay.
  mutating func update(_ file: String, passed: Set<String>, failed: Set<String>, isComplete: Bool) {
    let path = LocalFile.absolutePath(of: file)
    let kept = isComplete ? [] : names[path, default: []].subtracting(passed)
    let all = kept.union(failed)
    names[path] = all.isEmpty ? nil : all
  }
}

extension FailedTests {
  init(_ jsonValue: JSONValue) {
    guard case .object(let files) = jsonValue else { return }
    for (file, list) in files {
      guard case .array(let elements) = list else { continue }
      names[file] = Set(elements.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
  }

  var jsonValue: JSONValue {
    .object(names.mapValues { .array($0.sorted().map(JSONValue.string)) })
  }
}

/// The failed tests of the runs in this folder, in the user's state folder; a user without one has none.
struct FailedTestsFile {
  private let path: String?

  init() {
    let folder = Environment().folder(.stateHome, orHome: ".local/state")
    path = folder.map { "\($0)/okit-run/failed-tests/\(FolderKey.current).json" }
  }

  /// - Throws: `file.read`, and what parsing a damaged file throws.
  func read() throws -> FailedTests {
    guard let path, let text = try LocalFile.read(path) else { return FailedTests() }
    return FailedTests(try JSONValue.parse(json: text, file: path))
  }

  /// - Throws: `file.write`.
  func write(_ tests: FailedTests) throws {
    guard let path else { return }
    try LocalFile.write(try tests.jsonValue.json(pretty: true) + "\n", to: path)
  }
}

/// Names for what is kept of the work in a folder.
enum FolderKey {
  /// The same in each run in the current folder: FNV-1a of its path.
  static var current: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in LocalFile.absolutePath(of: ".").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
