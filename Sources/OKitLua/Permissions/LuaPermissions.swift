/// The permissions of scripts beyond the sandbox; none by default.
///
/// ```swift
/// var options = LuaApplication.Options(clock: clock)
/// options.permissions = try LuaPermissions(parsing: ["read=data", "env=HOME"])
/// ```
public struct LuaPermissions: Sendable, Hashable {
  /// The objects to which a permission applies.
  public enum Scope: Sendable, Hashable {
    case none
    case only([String])
    case all
  }

  /// Reading files: everywhere, or in folders and all beneath them. Names are relative to the working directory.
  public var read = Scope.none
  /// Writing, removing and renaming files: everywhere, or in folders and all beneath them.
  public var write = Scope.none
  /// Hosts that `okit.fetch` may ask: `example.org`, or `example.org:8080` for one port.
  public var network = Scope.none
  /// Variables of the environment that `os.getenv` may read.
  public var environment = Scope.none
  /// Other programs (`os.execute`, `io.popen`), the end of the process (`os.exit`), the question of `os.setlocale`.
  public var system = false
  /// Native modules and `debug`: no sandbox is left then.
  public var native = false
  /// Whether scripts, or the programs that they run, can change files.
  package var mayChangeFiles: Bool { write != .none || system || native }
  /// What messages put in front of the name of a permission.
  private(set) var prefix = "permissions."
  /// For tests: names are resolved as where the kernel cannot do it.
  var walks = false

  /// Creates permissions that permit nothing beyond the sandbox.
  public init() {}

  /// Reads permissions as the command line has them: `read[=DIR]`, `write[=DIR]`, `net[=HOST]`, `env[=NAME]`, `os`,
  /// `native`, separated by commas. Messages name them as there: `--allow read`.
  ///
  /// - Throws: `lua.permission` with the nearest correct name.
  package init(parsing texts: [String]) throws(Diagnostic) {
    prefix = "--allow "
    for text in texts {
      for part in text.split(separator: ",", omittingEmptySubsequences: false) { try add(String(part)) }
    }
  }

  private static let names = ["read", "write", "net", "env", "os", "native"]

  private mutating func add(_ text: String) throws(Diagnostic) {
    let equals = text.firstIndex(of: "=")
    let name = String(text[..<(equals ?? text.endIndex)])
    let value = equals.map { String(text[text.index(after: $0)...]) }
    guard value != "" else {
      throw Diagnostic(
        "lua.permission", "the permission \"\(text)\" has no value", hint: "omit \"=\" to grant it without restriction")
    }
    switch name {
    case "read": read.add(value)
    case "write": write.add(value)
    case "net":
      try checkName(value, "a host", "example.org or example.org:8080") {
        $0.isASCII && !$0.isWhitespace && !"*?/#".contains($0)
      }
      try checkAddress(value)
      network.add(value)
    case "env":
      try checkName(value, "a variable", "HOME") { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      environment.add(value)
    case "os", "native":
      if let value {
        throw Diagnostic("lua.permission", "the permission \"\(name)\" takes no value, got \"\(value)\"")
      }
      if name == "os" { system = true } else { native = true }
    default:
      throw Diagnostic(
        "lua.permission", name.isEmpty ? "empty permission" : "unknown permission \"\(name)\"",
        hint: NearestName.hint(for: name, in: Self.names) ?? "expected read, write, net, env, os or native")
    }
  }
}

/// Refuses a name that nothing can have, which would permit nothing.
private func checkName(
  _ name: String?, _ thing: String, _ example: String, _ isPossible: (Character) -> Bool
) throws(Diagnostic) {
  guard let name, !name.allSatisfy(isPossible) else { return }
  throw Diagnostic("lua.permission", "\"\(name)\" is not the name of \(thing)", hint: "use for example \(example)")
}

/// Rejects a host or a port to which no request can be sent.
private func checkAddress(_ name: String?) throws(Diagnostic) {
  guard let name else { return }
  do { _ = try HTTPURL("http://\(name)") } catch {
    throw Diagnostic(
      "lua.permission", "\"\(name)\" is not the name of a host, with or without a port from 1 to 65535",
      hint: "use for example example.org or example.org:8080")
  }
}

extension LuaPermissions.Scope {
  /// Widens it by a name; by everything without one.
  mutating func add(_ name: String?) {
    switch (self, name) {
    case (_, nil), (.all, _): self = .all
    case (.none, let name?): self = .only([name])
    case (.only(let names), let name?): self = .only(names.contains(name) ? names : names + [name])
    }
  }

  package var names: [String] { if case .only(let names) = self { names } else { [] } }
}
