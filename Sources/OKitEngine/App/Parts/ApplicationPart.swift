/// A part that a program adds to an application: databases, servers, encryption, backups or storyboards.
///
/// Each part is a product of its own, so that a program compiles only the libraries of its parts:
///
///     import OKitLua
///     import OKitSQLite
///
///     var options = LuaApplication.Options()
///     options.parts = [.sqlite]
///
/// A script that uses another part gets the error `part.missing`.
public struct ApplicationPart: Sendable {
  let add: @Sendable (inout ApplicationParts) -> Void

  /// - Parameter add: Sets what the part gives.
  package init(_ add: @escaping @Sendable (inout ApplicationParts) -> Void) { self.add = add }
}

/// The limit on the memory that an operation of a part may take.
package struct PartMemory: Sendable {
  /// The limit in bytes; nil for none.
  package let limit: Int?
  /// How the limit is raised.
  package let hint: String?

  package init(limit: Int?, hint: String?) { (self.limit, self.hint) = (limit, hint) }
}

/// What the parts of an application give it; nil for what its program does not have.
package struct ApplicationParts: Sendable {
  /// Makes the databases of models in a documents directory, or in memory. `isScratch` says whether changes stay in
  /// memory.
  package var databases: (@Sendable (_ documents: String?, _ isScratch: Bool) -> any RowStorages)?
  /// Makes the keys of encrypted models. `writesFiles` says whether a key file may be created.
  package var keys: (@Sendable (_ documents: String?, _ writesFiles: Bool, PartMemory) -> any KeyStore)?
  /// Makes the network of an application, with the hosts that its scripts may ask, and with answers instead of servers
  /// in tests.
  package var network: (@Sendable (HTTPAccess, RuntimeClock, (any HTTPAnswers)?) -> any ApplicationNetwork)?
  /// Makes the backups of an application, whose encrypted models have these keys.
  package var backups: (@Sendable (AppRuntime, (any ContentEncryption)?, PartMemory) -> any BackupProvider)?
  /// Reads the files of Interface Builder.
  package var storyboards: (any StoryboardReader)?

  package init(_ parts: [ApplicationPart] = []) {
    for part in parts { part.add(&self) }
  }
}
