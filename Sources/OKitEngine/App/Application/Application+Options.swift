extension Application {
  /// The options of an application.
  public struct Options {
    /// The parts of the application: databases, servers, encryption, backups, storyboards.
    public var parts: [ApplicationPart] = []
    /// The documents directory; nil for a place in memory that goes with the application.
    public var documents: String?
    /// The storage of the models, in place of a documents directory: a kind of the program's own.
    public var modelStorage: (any ModelStorage)?
    /// Whether the documents directory is only read: what the application stores stays in memory, and a server gets
    /// nothing.
    public var keepsChangesInMemory = false
    /// The maximum size in bytes of a stored model that is opened; at least 1.
    public var documentLimit = 256 << 20
    /// Who says that a person may see a protected application. By default, possession of the key is enough.
    public var authentication = Authentication.key
    /// The language and region of the application, such as `en_US`.
    public var locale = "en_US"
    /// The time zone of dates, by its name in the IANA database.
    public var timeZone = "UTC"
    /// The clock of the application.
    public var clock: RuntimeClock
    /// Seed of new ids and random numbers, with which they are the same in every run; nil for random ones.
    public var seed: UInt64?
    /// Data for the default model, applied once: after the script has run, or by `launch`, before the first screen is
    /// shown.
    public var fixture: JSONValue?
    /// Gets each problem that stops nothing; by default, it is printed to the standard error.
    public var onReport: (Diagnostic) -> Void = { $0.print() }
    /// Gets each line of the log.
    public var onLog: (LogEntry) -> Void = { _ in }
    /// Returns a hint of a library in the words of the program, such as with options of a command; nil for no hint. See
    /// `HintPhrase`.
    package var hint: (String) -> String? = { $0 }
    /// The keys of encrypted models, instead of those that the part makes.
    package var keyStore: (any KeyStore)?
    /// The storage to use instead of one for `documents`.
    package var storage: (any DocumentStorage)?
    /// Called before the documents directory is opened, and created if it does not exist. What it throws ends that.
    package var willOpenDocuments: () throws -> Void = {}
    /// The databases to use instead of those in `documents`.
    package var databases: (any RowStorages)?
    /// Whether models are stored in databases and on servers; false for a check that stores nothing.
    package var storesRows = true
    /// See `AppConfiguration.checksLater`.
    package var checksLater = false
    /// Counts what the definitions do; nil for nothing.
    package var coverage: DefinitionCoverage?
    /// See `ModelStore.firstGeneration`; nil for one that no other application of the process has.
    package var firstGeneration: UInt32?
    /// A fixture that other applications get too, instead of `fixture`.
    package var sharedFixture: AppliedData?
    /// Answers requests instead of servers; nil for connections.
    package var answers: (any HTTPAnswers)?
    /// Is told of each answer of a server, for a trace.
    package var onAnswer: HTTPAnswerObserver?

    /// Creates the default options.
    public init(clock: RuntimeClock = .system) { self.clock = clock }

    package var appliedFixture: AppliedData? { sharedFixture ?? fixture.map(AppliedData.init) }
  }
}
