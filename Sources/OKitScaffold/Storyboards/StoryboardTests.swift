/// Writes the tests of an application that a storyboard defines: each screen is opened once.
///
/// Which taps work depends on the content, so that each test runs before it is written.
struct StoryboardTests {
  /// A test that opens a screen.
  private struct Test {
    var screen: String
    var steps: [String]
    var lines: [String]
  }

  private let model: ModelDraft
  private let screens: StoryboardScreens
  /// Runs a test file, and returns the failures of its tests by their names.
  private let runFile: (String) throws -> [String: String?]
  /// The tests that have passed, in the order in which they were found.
  private var tests: [Test] = []
  /// The first failure of a test for a screen.
  private var failures: [String: String] = [:]

  /// The file of the tests.
  private(set) var text = ""
  /// A warning for each screen that no test opens.
  private(set) var warnings: [Diagnostic] = []

  /// - Parameter run: Runs a test file in the folder of the application, and returns the failures of its tests by their
  ///   names.
  /// - Throws: `new.data` when the first screen fails; what `run` throws.
  init(_ source: StoryboardSource, run: @escaping (String) throws -> [String: String?]) throws {
    (model, screens, runFile) = (source.model, StoryboardScreens(source.storyboard), run)
    let controllers = source.storyboard.controllers.filter(StoryboardScreens.isScreen)
    try findTests(controllers.count)
    guard let first = tests.first else {
      let failure = screens.start.first.flatMap { failures[$0.screen] } ?? "it has no first screen"
      throw Diagnostic(
        "new.data", "the application of the storyboard does not start: \(failure)",
        place: controllers.first?.component.place)
    }
    let order = Dictionary(controllers.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let sorted = tests.sorted { order[$0.screen] ?? 0 < order[$1.screen] ?? 0 }
    text = (["-- The tests: each screen is opened.\n\nlocal app\n", start(first.screen)] + sorted.map(block))
      .joined(separator: "\n")
    for controller in controllers where !tests.contains(where: { $0.screen == controller.name }) {
      let reason = failures[controller.name].map { ": \($0)" } ?? ""
      warnings.append(
        Diagnostic(
          "new.test", "no test opens \"\(controller.name)\"\(reason)", severity: .warning,
          place: controller.component.place, hint: "write one when the classes have what the screen needs"))
    }
  }

  // MARK: Finding

  /// Follows the steps from screen to screen, until no further screen opens.
  private mutating func findTests(_ count: Int) throws {
    var candidates = screens.start.map { Test(screen: $0.screen, steps: $0.steps, lines: []) }
    var known: Set<String> = []
    while known.count < count {
      let new = try passing(candidates.filter { !known.contains($0.screen) })
      if new.isEmpty { return }
      tests += new
      known.formUnion(new.map(\.screen))
      candidates = new.flatMap { test in
        screens.openings(of: test.screen).map { Test(screen: $0.screen, steps: test.steps + $0.steps, lines: []) }
      }
    }
  }

  /// The most tests of a screen that are tried from the screens that lead to it.
  private static let maximumAttempts = 24

  /// The first test of each screen that passes; with what the screen shows if that is as expected.
  private mutating func passing(_ candidates: [Test]) throws -> [Test] {
    var waiting: [(screen: String, tests: ArraySlice<Test>)] = []
    for test in candidates.flatMap(variants) {
      if let index = waiting.firstIndex(where: { $0.screen == test.screen }) {
        waiting[index].tests.append(test)
      } else {
        waiting.append((test.screen, [test]))
      }
    }
    var found: [Test] = []
    for _ in 0..<Self.maximumAttempts {
      waiting.removeAll { $0.tests.isEmpty }
      if waiting.isEmpty { return found }
      let failures = try run(waiting.compactMap(\.tests.first))
      for (index, failure) in failures.enumerated() {
        guard let test = waiting[index].tests.popFirst() else { continue }
        if let failure {
          if self.failures[test.screen] == nil { self.failures[test.screen] = failure }
        } else {
          found.append(test)
          waiting[index].tests = []
        }
      }
    }
    return found
  }

  /// A test with what it can expect, the strictest first.
  private func variants(_ test: Test) -> [Test] {
    // While the menu is open, it has the screen in front.
    let screens = test.steps.contains(Self.menu) ? ["app.screen.menu.name", "app.screen.name"] : ["app.screen.name"]
    let rows = rowCount(test.screen).map { ["expect(app:rows()).to_have_count(\($0))"] }
    return screens.flatMap { screen in
      let name = "expect(\(screen)).to_be \(LuaText.quoted(test.screen))"
      return [rows.map { [name] + $0 }, [name]].compactMap(\.self).map {
        Test(screen: test.screen, steps: test.steps, lines: $0)
      }
    }
  }

  /// Runs tests, and returns their failures in order; nil for one that has passed.
  private func run(_ tests: [Test]) throws -> [String?] {
    let blocks = tests.enumerated().map { index, test in
      TestBlock.text(String(index), launch: Self.launch, test.steps, [("opens", test.lines)])
    }
    let failures = try runFile("local app\n" + blocks.joined())
    return tests.indices.map { failures["\($0) opens"] ?? "the test did not run" }
  }

  private static let menu = "app:menu()"
  private static let launch = "okit.launch \"app.lua\""

  /// The number of rows of a list of a model; nil for any other screen.
  private func rowCount(_ screen: String) -> Int? {
    guard let component = screens[screen], component.className == "ModelListTableController",
      let path = component.text("dataPath")
    else { return nil }
    let context = component.text("contextPath") ?? "/"
    let content =
      context == "/" ? model.content : model.otherModels.first { "\($0.name)>/" == context }?.content
    let count = content?.records(path).count ?? 0
    return count > 0 ? count : nil
  }

  // MARK: Writing

  private func start(_ screen: String) -> String {
    TestBlock.text(
      "The application", launch: Self.launch, [],
      [("opens the first screen", ["expect(app.screen.name).to_be \(LuaText.quoted(screen))"])])
  }

  private func block(_ test: Test) -> String {
    TestBlock.text(
      "The screen \(test.screen)", launch: Self.launch, test.steps,
      [(test.lines.count > 1 ? "is shown with its entries" : "is shown", test.lines)])
  }
}
