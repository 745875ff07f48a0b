internal import OKitExplore

/// The tests of maps: the shortest flow to each screen, which begins as the exploration that has found it.
struct MapTests {
  private let source: ExplorationFile
  private let path: String
  private var tests: [String] = []
  private var written: Set<String> = []

  private static let beginning = "-- Written by okit-run explore --map-tests."

  /// - Parameter path: The test file.
  init(_ source: ExplorationFile, path: String) { (self.source, self.path) = (source, path) }

  /// - Throws: `file.write` if the tests cannot be written.
  static func check(_ path: String) throws {
    try FileReplacement.check(LocalFile.absolutePath(of: path), beginning: beginning)
  }

  /// Adds the screens of an exploration that no exploration before it has reached in the same application.
  mutating func add(_ map: FlowMap, _ exploration: DeclaredExploration) {
    for (id, screen) in map.sortedScreens
    where screen.visits > 0 && written.insert("\(exploration.app)\n\(id)").inserted {
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
      tests.append(
        "it(\(LuaText.quoted("reaches \(id)")), function()\n" + lines.map { "  \($0)\n" }.joined() + "end)\n")
    }
  }

  /// - Throws: `file.write`.
  func write() throws {
    let text = Self.beginning + "\n" + tests.joined(separator: "\n")
    try FileReplacement.replace(LocalFile.absolutePath(of: path), with: Array(text.utf8), beginning: Self.beginning)
  }
}
