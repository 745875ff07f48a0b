import Glibc
internal import OKitExplore
internal import OKitPages

/// The option `--map`.
struct MapOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Writes a map of the screens to this file: .dot, .mmd (Mermaid), .json, .html or, with Graphviz, .svg.",
      valueName: "file"), completion: .file())
  var map: String?

  static let endings = ["dot", "mmd", "json", "html", "svg"]

  func validate() throws {
    guard let map else { return }
    let ending = map.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    guard map.contains("."), Self.endings.contains(ending) else {
      let hint = NearestName.hint(for: ending, in: Self.endings).map { " (\($0))" } ?? ""
      throw ValidationError(
        "--map needs a file with one of the endings \(Self.endings.map { ".\($0)" }.joined(separator: ", "))\(hint).")
    }
  }

  /// Checks that a map can be drawn and written, so that nothing is searched for in vain.
  ///
  /// - Throws: `file.write`; `explore.graphviz` for an SVG without Graphviz.
  func check() throws {
    guard let map else { return }
    try FileReplacement.check(LocalFile.absolutePath(of: map), beginning: Self.beginning(of: map))
    if map.hasSuffix(".svg") { try Self.dot(["-V"]) }
  }

  /// What a map begins with, by which its file is known as one of okit: no other is replaced.
  private static func beginning(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "dot": FlowMap.dotBeginning
    case "mmd": FlowMap.mermaidBeginning
    case "json": "{\"screens\":["
    case "html": Page.beginning
    default: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- A flow map of okit. -->\n"
    }
  }

  /// Writes a map; does nothing without the option.
  ///
  /// - Throws: `file.write`; `explore.graphviz` for an SVG without Graphviz.
  func write(_ map: FlowMap) throws {
    guard let path = self.map else { return }
    switch path.split(separator: ".").last {
    case "dot": try Self.write(map.dot, to: path)
    case "mmd": try Self.write(map.mermaid, to: path)
    case "json": try Self.write(map.jsonValue.json() + "\n", to: path)
    case "html": try Page(map: map.jsonValue).write(to: path)
    default: try writeSVG(map, to: path)
    }
  }

  private static func write(_ text: String, to path: String) throws {
    try FileReplacement.replace(
      LocalFile.absolutePath(of: path), with: Array(text.utf8), beginning: beginning(of: path))
  }

  /// Lets Graphviz draw the map.
  private func writeSVG(_ map: FlowMap, to path: String) throws {
    let folder = try TemporaryDirectory()
    let (source, drawn) = ("\(folder.path)/map.dot", "\(folder.path)/map.svg")
    try LocalFile.write(map.dot, to: source)
    try Self.dot(["-Tsvg", "-o", drawn, source])
    let svg = try LocalFile.read(drawn) ?? ""
    // Graphviz names itself and the document type before.
    let start = svg.firstRange(of: "<svg")?.lowerBound ?? svg.startIndex
    try Self.write(Self.beginning(of: path) + svg[start...], to: path)
  }

  /// Runs a program of Graphviz, whose messages are not printed.
  private static func dot(_ arguments: [String]) throws {
    var words: [UnsafeMutablePointer<CChar>?] = (["dot"] + arguments).map { word in strdup(word) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    var status: Int32 = 0
    let error = posix_spawnp(&process, "dot", &files, nil, &words, environ)
    guard error == 0, waitpid(process, &status, 0) == process, status == 0 else {
      throw Diagnostic(
        "explore.graphviz",
        "cannot draw an SVG: dot " + (error == 0 ? "has failed" : "cannot run: \(String(cString: strerror(error)))"),
        hint: "install Graphviz, or use a file with the ending .dot, .mmd, .json or .html")
    }
  }
}
