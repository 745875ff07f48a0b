import OKitSQLite

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
      try addData(name, source, trial)
    }
    add(".luarc.json", ConfigurationFiles.languageServer)
    add(".luacheckrc", ConfigurationFiles.luacheck)
    add(".github/workflows/check.yml", ConfigurationFiles.workflow)
  }

  /// The size of a file and of a script with its data, in bytes, above which its data become a document: a script of
  /// that size takes long to start and to read.
  private static let maximumScriptData = 64 << 10

  private static func model(_ name: ApplicationName, _ source: ScaffoldSource?) throws -> ModelDraft {
    guard let source else { return StarterModel.draft(named: name.words) }
    if source.kind == .sqlite { return try DatabaseSource.draft(source, named: name.words) }
    let data = try source.data()
    var model = try DataInference.draft(of: data, named: name.words, file: source.path)
    // A small table has long names of columns in each of its entities.
    if source.bytes.count > maximumScriptData
      || ContentWriter.text(model, source: source.name).utf8.count > maximumScriptData
    {
      (model.isFilled, model.contentFile) = (false, ContentDocument.file)
    }
    return model
  }

  private mutating func addData(_ name: ApplicationName, _ source: ScaffoldSource?, _ trial: ScaffoldTrial) throws {
    let model = try Self.model(name, source)
    let (type, database) = (model.name, model.database)
    // The data are not in memory any more when the application of the trial has them.
    let tests = addScripts(of: consume model, name, source)
    if let database, let source {
      needsDocuments = true
      files.append(File(path: "documents/\(database)", bytes: try DatabaseSource.copy(source)))
    }
    try DataTrial(trial, files, type, tests, source?.path).run()
    add(Self.testFile, tests.text)
  }

  private mutating func addScripts(
    of draft: consuming ModelDraft, _ name: ApplicationName, _ source: ScaffoldSource?
  ) -> DataTrial.Tests {
    var model = draft
    Titles.choose(in: &model)
    let plan = ScreenPlan(model)
    var texts = TextTable()
    let controllers = ControllersWriter.text(model, plan, title: name.title, &texts)
    let tests = TestWriter(model, plan, title: name.title)
    addScripts(model, home: plan.homeName, controllers, texts, name, source)
    setSummary(model, screens: plan.screens.count + (plan.isHomeList ? 0 : 1), tests: tests.count)
    return DataTrial.Tests(text: tests.text, sharedText: tests.sharedText, count: tests.count)
  }

  private mutating func addScripts(
    _ model: ModelDraft, home: String?, _ controllers: String, _ texts: TextTable, _ name: ApplicationName,
    _ source: ScaffoldSource?
  ) {
    add("app.lua", AppWriter.text(model, home: home, title: name.title, source: source?.name))
    add("model.lua", ModelWriter.text(model))
    add("controllers.lua", controllers)
    if let file = model.contentFile {
      files.append(File(path: file, bytes: ContentDocument.bytes(model.content, size: 3 * (source?.bytes.count ?? 0))))
    }
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
    // Texts that are missing are added in the end.
    func check(_ files: [File]) throws -> [Diagnostic] {
      try trial.check(files).filter { $0.code != "localization.missing" }
    }
    let application = try StoryboardApplication(
      source, named: name.words,
      check: {
        let file = File(path: source.name, bytes: Array(source.bytes))
        return try check(Self.scripts($0, $0.trialScript(source.name), name, source) + [file])
      }, verify: { try check(Self.scripts($0, $0.script, name, source)) })
    let draft = application.draft
    let missing = try trial.missingTexts(Self.scripts(draft, draft.script, name, source))
    files = Self.scripts(draft, draft.script, name, source, words: missing)
    let tests = try StoryboardTests(draft) { [files] text in
      try trial.test(files + [File(path: Self.testFile, bytes: Array(text.utf8))], [])
    }
    add(Self.testFile, tests.text)
    warnings = application.warnings + tests.warnings
    let screens = draft.storyboard.controllers.count(where: StoryboardScreens.isScreen)
    setSummary(
      draft.model, screens: screens, tests: tests.text.parts(at: "\n").count { $0.begins(with: "  it(") })
  }

  /// The scripts of an application, without tests.
  ///
  /// - Parameter words: The keys of texts that okit looks up although they are not written as `%key`.
  private static func scripts(
    _ draft: StoryboardSource, _ controllers: String, _ name: ApplicationName, _ source: ScaffoldSource,
    words: [String] = []
  ) -> [File] {
    var texts = TextTable()
    draft.note(&texts)
    if !words.isEmpty { texts.begin("Words") }
    for word in words { texts.note(word) }
    var files = ApplicationFiles()
    files.addScripts(draft.model, home: nil, controllers, texts, name, source)
    return files.files
  }

  private init() {}

  // MARK: Files

  private mutating func setSummary(_ model: ModelDraft, screens: Int, tests: Int) {
    func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    summary = [
      count(model.classes.count, "class", "classes"), count(screens, "screen", "screens"),
      count(tests, "test", "tests"),
    ].joined(separator: ", ")
  }

  package mutating func add(_ path: String, _ text: String) { files.append(File(path: path, bytes: Array(text.utf8))) }
}
