import CFloor

/// The installed programs with which okit is compared.
struct Peers {
  enum Language: String, CaseIterable {
    case lua = "lua5.4"
    case luajit
    case node
    case python = "python3"

    var suffix: String {
      switch self {
      case .lua, .luajit: "lua"
      case .node: "js"
      case .python: "py"
      }
    }
  }

  /// A peer's measurement of one piece of work: time and result.
  struct Finding {
    var value: Double
    var result: Int
  }

  /// The folder of the peers' scripts.
  let folder: String
  private let programs: [Language: Program]

  init(folder: String) {
    self.folder = folder
    programs = Dictionary(
      Language.allCases.compactMap { language in Program.find(language.rawValue).map { (language, $0) } }
    ) { first, _ in first }
  }

  /// Programs and libraries that are not installed.
  var missing: [String] {
    var missing = Language.allCases.filter { programs[$0] == nil }.map(\.rawValue)
    let python = programs[.python]
    missing += Self.libraries.filter { name in
      let question = "import importlib.util as u, sys; sys.exit(u.find_spec('\(name)') is None)"
      // A program that cannot be started counts as missing.
      return (try? python?.run(["-c", question]).status) != 0
    }
    if busted == nil { missing.append("busted") }
    if !floor_sqlite_exists() { missing.append("SQLite") }
    return missing
  }

  /// Python libraries that the scripts use if they are installed.
  private static let libraries = ["orjson", "jmespath"]

  /// A test framework for Lua.
  let busted = Program.find("busted")

  subscript(language: Language) -> Program? { programs[language] }

  /// Runs `Peers/<script>.<suffix>`, which prints a line `name value result` for each piece of work.
  ///
  /// - Returns: The findings by name; none if the program is missing.
  func run(_ language: Language, _ script: String, _ arguments: [String] = []) throws -> [String: Finding] {
    guard let program = programs[language] else { return [:] }
    let file = "\(folder)/\(script).\(language.suffix)"
    let ending = try program.run([file] + arguments)
    guard ending.status == 0 else { throw BenchError("\(language.rawValue) \(file) ended with \(ending.status)") }
    return try Self.findings(in: ending.output, of: "\(language.rawValue) \(file)")
  }

  /// Parses lines of the form `name value result`.
  static func findings(in output: String, of who: String) throws -> [String: Finding] {
    var findings: [String: Finding] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let value = Double(words[1]), let result = Int(words[2]) else {
        throw BenchError("\(who) printed \"\(line)\"")
      }
      findings[String(words[0])] = Finding(value: value, result: result)
    }
    return findings
  }
}
