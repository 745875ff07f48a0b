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

  private static let testFile = "app_test.lua"

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
  ///   - trial: Runs the files of an application.
  /// - Throws: what reading the source throws; `new.data`, `new.size`, `new.tables`.
  package init(_ name: ApplicationName, from source: ScaffoldSource?, trial: ScaffoldTrial) throws {
    if let source, source.kind == .storyboard {
      try addStoryboard(name, source, trial)
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
    addScripts(model, home: plan.homeName, controllers, texts, name, source)
    add(Self.testFile, tests)
    if let database = model.database, let source {
      needsDocuments = true
      files.append(File(path: "documents/\(database)", bytes: try DatabaseSource.copy(source)))
    }
    setSummary(model, screens: plan.screens.count + (plan.isHomeList ? 0 : 1), tests)
  }

  private mutating func addScripts(
    _ model: ModelDraft, home: String?, _ controllers: String, _ texts: TextTable, _ name: ApplicationName,
    _ source: ScaffoldSource?
  ) {
    add("app.lua", AppWriter.text(model, home: home, title: name.title, source: source?.name))
    add("model.lua", ModelWriter.text(model))
    add("controllers.lua", controllers)
    if !model.filledModels.isEmpty {
      add("content.lua", ContentWriter.text(model, source: source?.name ?? "okit-run new"))
    }
    add("en.lproj/Localizable.strings", texts.file(.english))
    add("de.lproj/Localizable.strings", texts.file(.german))
    add(".gitignore", ConfigurationFiles.gitignore(database: model.database))
  }

  // MARK: Storyboards

  private mutating func addStoryboard(_ name: ApplicationName, _ source: ScaffoldSource, _ trial: ScaffoldTrial) throws
  {
    let application = try StoryboardApplication(
      source, named: name.words,
      check: {
        let file = File(path: source.name, bytes: Array(source.bytes))
        return try trial.check(Self.scripts($0, $0.trialScript(source.name), name, source) + [file])
      }, verify: { try trial.check(Self.scripts($0, $0.script, name, source)) })
    let draft = application.draft
    files = Self.scripts(draft, draft.script, name, source)
    let tests = try StoryboardTests(draft) { [files] text in
      try trial.test(files + [File(path: Self.testFile, bytes: Array(text.utf8))])
    }
    add(Self.testFile, tests.text)
    warnings = application.warnings + tests.warnings
    let screens = draft.storyboard.controllers.count(where: StoryboardScreens.isScreen)
    setSummary(draft.model, screens: screens, tests.text)
  }

  /// The scripts of an application, without tests.
  private static func scripts(
    _ draft: StoryboardSource, _ controllers: String, _ name: ApplicationName, _ source: ScaffoldSource
  ) -> [File] {
    var texts = TextTable()
    draft.note(&texts)
    var files = ApplicationFiles()
    files.addScripts(draft.model, home: nil, controllers, texts, name, source)
    return files.files
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
