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

  /// Checks that a map can be drawn, so that nothing is searched for in vain.
  ///
  /// - Throws: `explore.graphviz` for an SVG without Graphviz.
  func check() throws {
    guard map?.hasSuffix(".svg") == true else { return }
    try Self.dot(["-V"])
  }

  /// Writes a map; does nothing without the option.
  ///
  /// - Throws: `file.write`; `explore.graphviz` for an SVG without Graphviz.
  func write(_ map: FlowMap) throws {
    guard let path = self.map else { return }
    switch path.split(separator: ".").last {
    case "dot": try Self.write(map.dot, beginning: FlowMap.dotBeginning, to: path)
    case "mmd": try Self.write(map.mermaid, beginning: FlowMap.mermaidBeginning, to: path)
    case "json": try Self.write(map.jsonValue.json() + "\n", beginning: "{\"screens\":[", to: path)
    case "html": try Page(map: map.jsonValue).write(to: path)
    default: try writeSVG(map, to: path)
    }
  }

  private static func write(_ text: String, beginning: String, to path: String) throws {
    try FileReplacement.replace(LocalFile.absolutePath(of: path), with: Array(text.utf8), beginning: beginning)
  }

  /// Lets Graphviz draw the map.
  private func writeSVG(_ map: FlowMap, to path: String) throws {
    let folder = try TemporaryDirectory()
    let (source, drawn) = ("\(folder.path)/map.dot", "\(folder.path)/map.svg")
    try LocalFile.write(map.dot, to: source)
    try Self.dot(["-Tsvg", "-o", drawn, source])
    let svg = try LocalFile.read(drawn) ?? ""
    let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- A flow map of okit. -->\n"
    // Graphviz names itself and the document type before.
    let start = svg.firstRange(of: "<svg")?.lowerBound ?? svg.startIndex
    try Self.write(beginning + svg[start...], beginning: beginning, to: path)
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

/// The tests of a map: the shortest flow to each screen.
struct MapTests {
  private let map: FlowMap
  private let exploration: DeclaredExploration
  private let source: ExplorationFile

  init(_ map: FlowMap, _ exploration: DeclaredExploration, _ source: ExplorationFile) {
    (self.map, self.exploration, self.source) = (map, exploration, source)
  }

  private static let beginning = "-- Written by okit-run explore --map-tests."

  /// - Throws: `file.write`.
  func write(to path: String) throws {
    let tests = map.sortedScreens.filter { $0.screen.visits > 0 }.map { id, screen -> String in
      let launch = FindingFiles.launch(
        exploration, source, fixture: nil, sendsRequests: screen.sendsRequests, from: path)
      var lines = ["local app = \(launch)"] + screen.lines
      switch screen.place.dialog {
      case "alert", "sheet": lines.append("expect(app.\(screen.place.dialog ?? "alert")).not_to_be(nil)")
      case "cover", "help": break
      default: lines.append("expect(app.screen.name).to_be(\(LuaText.quoted(screen.place.controller)))")
      }
      if screen.place.isEditing, screen.place.dialog == nil { lines.append("expect(app.screen.editing).to_be(true)") }
      lines.append("app:terminate()")
      return "it(\(LuaText.quoted("reaches \(id)")), function()\n" + lines.map { "  \($0)\n" }.joined() + "end)\n"
    }
    let text = Self.beginning + "\n" + tests.joined(separator: "\n")
    try FileReplacement.replace(LocalFile.absolutePath(of: path), with: Array(text.utf8), beginning: Self.beginning)
  }
}
