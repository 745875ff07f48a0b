package import OKitEngine
import OKitSQLite
import OKitStoryboard

/// The files of a new application.
package struct ApplicationFiles {
  package struct File {
    /// The path below the folder of the application.
    package let path: String
    package let bytes: [UInt8]
  }

  /// A mistake that a check has found in the files of an application.
  package struct Finding {
    package let file: String
    package let line: Int
    package let message: String

    package init(file: String, line: Int, message: String) {
      (self.file, self.line, self.message) = (file, line, message)
    }
  }

  package private(set) var files: [File] = []
  /// The number of classes, screens and tests, for the message.
  package private(set) var summary = ""
  /// Whether the application needs its own documents directory, which has the database.
  package private(set) var needsDocuments = false
  /// What the source has and the application does not.
  package var warnings: [Diagnostic] = []

  /// Makes the files of an application.
  ///
  /// - Parameters:
  ///   - source: The file that it is made from; nil for a small application with tasks.
  ///   - check: Checks the files of an application whose script is `app.lua`.
  /// - Throws: what reading the source throws; `new.data`, `new.size`, `new.tables`.
  package init(
    _ name: ApplicationName, from source: ScaffoldSource?, check: ([File]) throws -> [Finding] = { _ in [] }
  ) throws {
    if let source, source.kind == .storyboard {
      try addStoryboard(name, source, check)
    } else {
      try add(try Self.model(name, source), name, source)
    }
    add(".luarc.json", ConfigurationFiles.languageServer)
    add(".luacheckrc", ConfigurationFiles.luacheck)
    add(".github/workflows/check.yml", ConfigurationFiles.workflow)
  }

  private static func model(_ name: ApplicationName, _ source: ScaffoldSource?) throws -> ModelDraft {
    guard let source else { return StarterModel.draft(named: name.words) }
    switch source.kind {
    case .json:
      let data = try JSONDocument.read(source.bytes, file: source.path)
      return try DataInference.draft(of: data, named: name.words, file: source.path)
    case .csv, .storyboard:
      let data = try CSVTable.read(source.bytes, file: source.path)
      return try DataInference.draft(of: data, named: name.words, file: source.path)
    case .sqlite: return try DatabaseSource.draft(source, named: name.words)
    }
  }

  private mutating func add(_ model: ModelDraft, _ name: ApplicationName, _ source: ScaffoldSource?) throws {
    var model = model
    Titles.choose(in: &model)
    let plan = ScreenPlan(model)
    var texts = TextTable()
    let controllers = ControllersWriter.text(model, plan, title: name.title, &texts)
    let tests = TestWriter.text(model, plan, title: name.title)
    addScripts(model, home: plan.homeName, controllers, texts, tests, name, source)
    if let database = model.database, let source {
      needsDocuments = true
      files.append(File(path: "documents/\(database)", bytes: try DatabaseSource.copy(source)))
    }
    setSummary(model, screens: plan.screens.count + (plan.isHomeList ? 0 : 1), tests)
  }

  private mutating func addScripts(
    _ model: ModelDraft, home: String?, _ controllers: String, _ texts: TextTable, _ tests: String,
    _ name: ApplicationName,
    _ source: ScaffoldSource?
  ) {
    add("app.lua", AppWriter.text(model, home: home, title: name.title, source: source?.name))
    add("model.lua", ModelWriter.text(model))
    add("controllers.lua", controllers)
    if model.isFilled { add("content.lua", ContentWriter.text(model, source: source?.name ?? "okit-run new")) }
    add("en.lproj/Localizable.strings", texts.file(.english))
    add("de.lproj/Localizable.strings", texts.file(.german))
    add("app_test.lua", tests)
    add(".gitignore", ConfigurationFiles.gitignore(database: model.database))
  }

  // MARK: Storyboards

  /// The most attempts to leave out attributes that an application cannot have.
  private static let maximumAttempts = 5

  private mutating func addStoryboard(
    _ name: ApplicationName, _ source: ScaffoldSource, _ check: ([File]) throws -> [Finding]
  ) throws {
    var leftOut: [Int: String] = [:]
    for _ in 0..<Self.maximumAttempts {
      let draft = try StoryboardSource(source, named: name.words, leavingOut: Set(leftOut.keys))
      let new = try check(try Self.trial(draft, name, source)).filter {
        $0.file == source.name && leftOut[$0.line] == nil
      }
      if new.isEmpty { break }
      for finding in new { leftOut[finding.line] = finding.message }
    }
    let draft = try StoryboardSource(source, named: name.words, leavingOut: Set(leftOut.keys))
    var texts = TextTable()
    draft.note(&texts)
    let tests = StoryboardTests.text(draft)
    addScripts(draft.model, home: nil, draft.script, texts, tests, name, source)
    warnings = draft.storyboard.warnings
    for (line, message) in leftOut.sorted(by: { $0.key < $1.key }) {
      warnings.append(
        Diagnostic(
          "new.attribute", "left out: \(message)", severity: .warning, place: .init(file: source.path, line: line),
          hint: "add it to controllers.lua when the classes have what it needs"))
    }
    setSummary(draft.model, screens: draft.storyboard.controllers.count, tests)
  }

  /// An application that reads the storyboard itself, so that a check finds mistakes in the lines of the storyboard.
  private static func trial(_ draft: StoryboardSource, _ name: ApplicationName, _ source: ScaffoldSource) throws
    -> [File]
  {
    var texts = TextTable()
    draft.note(&texts)
    var trial = ApplicationFiles()
    trial.addScripts(draft.model, home: nil, draft.trialScript(source.name), texts, "", name, source)
    trial.files.append(File(path: source.name, bytes: Array(source.bytes)))
    return trial.files
  }

  private init() {}

  // MARK: Files

  private mutating func setSummary(_ model: ModelDraft, screens: Int, _ tests: String) {
    func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    summary = [
      count(model.classes.count, "class", "classes"), count(screens, "screen", "screens"),
      count(tests.parts(at: "\n").count { $0.begins(with: "  it(") }, "test", "tests"),
    ].joined(separator: ", ")
  }

  package mutating func add(_ path: String, _ text: String) { files.append(File(path: path, bytes: Array(text.utf8))) }
}
