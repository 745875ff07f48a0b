/// An application whose models, functions and screens a program defines in Swift and as data.
///
///     let app = try Application()
///     try app.define("Shop", extending: "Model", [Property("stock", .int, default: .int(2))])
///     try app.registerModel("Shop")
///     try app.define(controllers: json)
///     try app.launch()
///
/// `LuaApplication` of the product `OKitLua` is one with a script. One thread at a time uses an application; any number
/// of them run on any number of threads.
open class Application {
  /// Performs actions in the first window of the application, as the user does. It stays the same after a reload. After
  /// `close`, its actions throw `application.closed`, and its screen is empty.
  public private(set) lazy var driver: AppDriver = {
    let driver = AppDriver(runtime)
    driver.checkActions = { [weak self] in
      guard let self else { throw Diagnostic.closedApplication }
      try openForActions().runtime.requireIdleForActions()
    }
    return driver
  }()
  /// Whether the program has closed the application: everything but `close` throws `application.closed` then.
  // Unchecked because every call reads these: no access is ever made inside another one.
  @exclusivity(unchecked) public private(set) var isClosed = false

  /// What runs now; a reload replaces it.
  @exclusivity(unchecked) package private(set) var current: any ApplicationInstance
  /// The number of reloads that have succeeded.
  private(set) var reloadCount = 0
  /// What the program defines; a reload defines it again.
  private var preparations: [(any ApplicationInstance) throws -> Void] = []
  /// What was reported before the last reload.
  private(set) var earlierDiagnostics = EarlierDiagnostics()
  /// The observations of the program, which a reload continues.
  var observations: [KeptObservation] = []
  /// What the parts of the application have made for it.
  package let services: ApplicationServices
  /// The files of its models.
  package let modelFiles: ModelFiles
  private let fixture: AppliedData?

  /// Creates an application without models and screens.
  ///
  /// - Throws: `function.timeZone` for an unknown time zone; `storage.path` for a text that is no path as the documents
  ///   directory; `storage.limit` for a `documentLimit` below 1.
  public convenience init(options: Options = Options()) throws {
    let (files, services) = (try ModelFiles(options), ApplicationServices(options))
    try self.init(options, files, services, ProgramInstance(options, files, services))
  }

  /// Creates an application that something else runs, such as a script.
  package init(
    _ options: Options, _ files: ModelFiles, _ services: ApplicationServices, _ instance: any ApplicationInstance
  ) {
    (modelFiles, self.services, current) = (files, services, instance)
    fixture = options.appliedFixture
  }

  package var runtime: AppRuntime { current.runtime }

  /// Returns what runs now.
  ///
  /// - Throws: `application.closed`.
  package func open() throws -> any ApplicationInstance {
    try checkOpen()
    return current
  }

  /// - Throws: `application.closed`.
  package final func checkOpen() throws { if isClosed { throw Diagnostic.closedApplication } }

  /// Applies the fixture, and shows the first screen if the program has defined one: the controller `home`, else the
  /// first one.
  ///
  /// - Throws: `app.launched` after the launch; `controller.unknown`, `model.unregistered`, and what is wrong with the
  ///   classes.
  public func launch() throws {
    let runtime = try open().runtime
    guard runtime.state == .launching else { throw Diagnostic("app.launched", "the application is already launched") }
    try runtime.checkTypes()
    guard runtime.definition.controllers.isEmpty else { return try runtime.launch(fixture: fixture, restoring: []) }
    try runtime.initializeProgram()
    try runtime.apply(fixture)
  }

  // MARK: Reloading

  /// Runs `body` now, and for each instance that a reload makes.
  package func prepare<Result>(_ body: @escaping (any ApplicationInstance) throws -> Result) throws -> Result {
    let result = try body(open())
    preparations.append { _ = try body($0) }
    return result
  }

  /// Defines for another instance what the program has defined.
  package func prepare(_ next: any ApplicationInstance) throws {
    for prepare in preparations { try prepare(next) }
  }

  /// Closes what runs, and continues with another instance.
  package func replace(by next: any ApplicationInstance) {
    runtime.reportLeftInput()
    current.close()
    earlierDiagnostics.add(runtime.diagnosticLog)
    current = next
    driver.runtime = runtime
    reloadCount += 1
    continueObservations()
  }

  // MARK: Closing

  /// Terminates the application and frees what it has. What was not stored is lost.
  ///
  /// Locks, files and connections are free when it returns: another application can use the same documents, also while
  /// something still refers to this one. Asynchronous sequences end, and the functions that the program has registered
  /// are freed, also those that keep the application alive.
  public func close() {
    isClosed = true
    preparations = []
    for kept in observations { kept.observation?.end(throwing: nil) }
    observations = []
    current.close()
    services.close()
    modelFiles.close()
    services.wakeUp.wake()
  }

  /// Closes the application as `close()` does, after its models are stored.
  ///
  /// - Throws: What storing throws: the application stays open then. `app.turn` while a function runs.
  public func close(storing: Bool) throws {
    try open().runtime.requireIdle("the application cannot be closed while an action is running")
    if storing { try store() }
    close()
  }

  /// Stores the models: those that the state function of the script names, or else all. Valid input of fields is
  /// written first.
  ///
  /// - Throws: What storing throws; the models stay as they are, and can be stored again. `app.turn` while a function
  ///   runs.
  public func store() throws {
    let runtime = try open().runtime
    try runtime.requireIdle("the models cannot be stored while an action is running")
    if runtime.state == .foreground { runtime.acceptInput() }
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
  }
}

extension Application {
  /// - Throws: `storage.path` for an empty text, which would be the root of the file system or the working directory,
  ///   and for one with a NUL character, where the system would cut it.
  package static func check(folder: String?, _ name: String, _ hint: String = "name a folder") throws {
    guard let problem = folder.flatMap(FileError.unusable) else { return }
    throw Diagnostic("storage.path", "\(name) is not a folder: \(problem.reason)", hint: hint)
  }
}

extension Diagnostic {
  /// The error of a call to an application that its program has closed.
  static var closedApplication: Diagnostic { Diagnostic(.applicationClosed, "the application is closed") }
}
