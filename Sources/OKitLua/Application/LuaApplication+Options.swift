extension LuaApplication {
  /// The options of an application with a script: those of `Application.Options`, such as `documents` and `parts`, and
  /// those of the script.
  @dynamicMemberLookup
  public struct Options {
    /// The options of every application.
    package var application: Application.Options
    /// The limits of scripts.
    public var limits = LuaLimits()
    /// The permissions of scripts beyond the sandbox.
    public var permissions = LuaPermissions()
    /// Folders where `require` looks after the script's own, or templates such as `folder/?.lua`. The first module
    /// that is found there brings the globals `package`, `debug` and `io`, as far as they reach nothing.
    public var luaPath: [String] = []
    /// The strings that scripts read as `okit.arguments`.
    public var arguments: [String] = []
    /// Gets each line that scripts print. An error is raised in the script.
    public var print: (String) throws -> Void = { Swift.print($0) }
    /// Gets what scripts write to `io.stderr`, where they have that.
    public var printError: (String) -> Void = { _ in }
    /// Gets what `io.write` and `io.stderr:write` write, in pieces; nil for whole lines to `print` and `printError`.
    package var write: ((LuaStream, [UInt8]) throws -> Void)?
    /// Returns the next line of standard input, without its line break, for `okit.input:lines()`; nil at the end.
    public var readLine: () throws -> [UInt8]? = { nil }
    /// The script has called `okit.exit` or `os.exit` with this status: the session with the application is to end. A
    /// function that can wait does so from then on; anything else is stopped, and throws `lua.exit`.
    public var onExit: (Int) -> Void = { _ in }
    /// The cache shared by applications with the same scripts; nil for none.
    package var shared: SharedDefinitions?
    /// The texts of files that an editor has changed and not saved, by their paths without symbolic links: what is read
    /// instead of the files.
    package var openTexts: [String: String] = [:]
    /// Returns whether the session with the application ends: what waits in real time stops then.
    package var isEnding: () -> Bool = { false }
    /// Returns the number of times that a person has interrupted what runs since it began (Ctrl-C).
    package var interruptions: () -> Int = { 0 }
    /// Returns whether waiting for servers has taken as long as it may, besides the time limit of a turn.
    package var isOutOfTime: () -> Bool = { false }

    /// Creates the default options.
    public init(clock: RuntimeClock = .system) { application = Application.Options(clock: clock) }

    /// An option of every application.
    public subscript<Member>(dynamicMember member: WritableKeyPath<Application.Options, Member>) -> Member {
      get { application[keyPath: member] }
      set { application[keyPath: member] = newValue }
    }
  }
}

extension ApplicationServices {
  /// The services of an application with a script.
  convenience init(_ options: LuaApplication.Options) {
    self.init(options.application, memory: options.limits.memory, access: options.permissions.httpAccess)
  }
}
