/// The options of an application.
package struct AppConfiguration {
  /// Such as `en_US`.
  package var locale = "en_US"
  /// A name of the IANA database.
  package var timeZone = "UTC"
  package var clock: RuntimeClock
  /// The seed of new ids, and of the random numbers of formulas; nil for random ones.
  package var seed: UInt64?
  /// See `ModelStore.firstGeneration`.
  package var firstGeneration: UInt32 = 1
  package var localization = Localization()
  /// The storage of the models.
  package var storage: any DocumentStorage
  /// The encryption of encrypted models; nil if the application cannot have any.
  package var encryption: (any ContentEncryption)?
  /// Who says that a person may see a protected application.
  package var authentication = Authentication.key
  /// The databases of models that are stored as rows.
  package var databases: (any RowStorages)?
  /// The requests of HTTP models; nil if the application cannot have any.
  package var transport: (any DocumentTransport)?
  /// The server's storage of the runtime that a reload replaces: it goes on with what is being sent.
  package var http: HTTPStorage?

  /// Counts what the definitions do; nil for nothing.
  package var coverage: DefinitionCoverage?
  /// Whether the definitions of controllers that are neither shown first nor opened by these are checked when they are
  /// shown, or by `checkRemainingDefinitions`.
  package var checksLater = false

  package init(clock: RuntimeClock, storage: any DocumentStorage) {
    self.clock = clock
    self.storage = storage
  }
}
