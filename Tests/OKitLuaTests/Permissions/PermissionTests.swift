import OKitEngine
import Testing

@testable import OKitLua

@Suite struct PermissionParsingTests {
  @Test func readsWhatTheCommandLineHas() throws {
    let permissions = try LuaPermissions(parsing: ["read=a,read=b,write", "net=example.org:80,env=HOME,env=HOME", "os"])
    #expect(permissions.read == .only(["a", "b"]))
    #expect(permissions.write == .all)
    #expect(permissions.network == .only(["example.org:80"]))
    #expect(permissions.environment == .only(["HOME"]))
    #expect(permissions.system && !permissions.native)
    #expect(try LuaPermissions(parsing: ["read=a", "read", "read=b"]).read == .all)
    let none = try LuaPermissions(parsing: [])
    #expect(none.read == .none && none.write == .none && none.network == .none && none.environment == .none)
    #expect(!none.system && !none.native)
  }

  static let mistakes: [(String, String, String?)] = [
    ("raed", "unknown permission \"raed\"", "did you mean \"read\"?"),
    ("read=a,wirte=b", "unknown permission \"wirte\"", "did you mean \"write\"?"),
    ("everything", "unknown permission \"everything\"", "expected read, write, net, env, os or native"),
    ("READ", "unknown permission \"READ\"", "did you mean \"read\"?"),
    ("", "empty permission", "expected read, write, net, env, os or native"),
    ("read,", "empty permission", "expected read, write, net, env, os or native"),
    ("read=", "the permission \"read=\" has no value", "omit \"=\" to grant it without restriction"),
    ("os=ls", "the permission \"os\" takes no value, got \"ls\"", nil),
    ("native=posix", "the permission \"native\" takes no value, got \"posix\"", nil),
  ]

  @Test(arguments: [
    "127.0.0.1:99999", "127.0.0.1:0", "a:b:c", "a:", "a:x", ":80", "a/b", "a b", "user@a", "[::1", "a#b",
    "a..b", "-a", "a-", ".a", ".", "a.-b", "256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "example.1", "[::g]",
    "[1.2.3.4]", "[]",
    String(repeating: "a", count: 64),
  ])
  func `a host or port that does not exist is rejected`(name: String) throws {
    let found = try #require(problem { _ = try LuaPermissions(parsing: ["net=\(name)"]) })
    #expect(found.code == "lua.permission")
    #expect(found.hint == "use for example example.org or example.org:8080")
  }

  @Test(arguments: [
    "localhost", "127.0.0.1:65535", "[::1]:80", "example.org", "my-host_1:8080", "example.org.", "1a.b2", "[fe80::1]",
  ])
  func `a host is accepted`(name: String) throws {
    #expect(try LuaPermissions(parsing: ["net=\(name)"]).network == .only([name]))
  }

  @Test(arguments: mistakes)
  func refuses(text: String, message: String, hint: String?) throws {
    let found = try #require(problem { _ = try LuaPermissions(parsing: [text]) })
    #expect(found.code == "lua.permission")
    #expect(found.message == message)
    #expect(found.hint == hint)
  }

  @Test func foldersHaveToBeThere() throws {
    let found = problem { try LuaPermissions(parsing: ["read=/no/such/folder"]).check() }
    #expect(found?.message == "cannot grant the permission for /no/such/folder: No such file or directory")
    #expect(problem { try LuaPermissions(parsing: ["write=/etc/passwd"]).check() }?.code == "lua.permission")
  }
}

/// Each permission gives what it names, and nothing else.
@Suite struct PermissionReachTests {
  static let names = [
    "io", "io.popen", "dofile", "loadfile", "os.remove", "os.rename", "os.tmpname", "os.getenv", "os.execute",
    "os.exit",
    "os.setlocale", "debug",
  ]

  static let given: [(String?, [String])] = [
    (nil, []),
    ("read", ["io", "dofile", "loadfile"]),
    ("read=/tmp", ["io", "dofile", "loadfile"]),
    ("write", ["io", "os.remove", "os.rename", "os.tmpname"]),
    ("write=/tmp", ["io", "os.remove", "os.rename", "os.tmpname"]),
    ("env", ["os.getenv"]), ("env=HOME", ["os.getenv"]),
    ("os", ["io", "io.popen", "os.execute", "os.exit", "os.setlocale"]),
    ("native", ["debug"]), ("net", []), ("net=localhost", []),
  ]

  @Test(arguments: given)
  func gives(permission: String?, expected: [String]) throws {
    let sandbox = try Sandbox(permissions: LuaPermissions(parsing: permission.map { [$0] } ?? []))
    let found = try Self.names.filter { try sandbox.state.value(at: $0) != .null }
    #expect(found == expected)
  }

  static let alone: [(String, String, String)] = [
    (
      "read", "return io.open('/tmp/okit-not-written', 'w')",
      "/tmp/okit-not-written: permission denied; run with --allow write"
    ),
    ("read", "return io.open('/etc/passwd', 'r+')", "/etc/passwd: permission denied; run with --allow read,write"),
    ("read", "return io.tmpfile()", "io.tmpfile: permission denied; run with --allow write"),
    (
      "read", "return io.open('/proc/self/environ')",
      "/proc/self/environ: permission denied; --allow read does not include /proc"
    ),
    (
      "read", "return io.open('/proc/self/root/etc/passwd')",
      "/proc/self/root/etc/passwd: Too many levels of symbolic links"
    ),
    ("write", "return io.open('/etc/passwd')", "/etc/passwd: permission denied; run with --allow read"),
    (
      "write", "return io.open('/proc/self/mem', 'w')",
      "/proc/self/mem: permission denied; --allow write does not include /proc"
    ),
    ("write", "return io.read()", "standard input: permission denied; run with --allow read"),
    ("os", "return io.open('/etc/passwd')", "/etc/passwd: permission denied; run with --allow read"),
    (
      "read=/", "return io.open('/proc/self/environ')",
      "/proc/self/environ: permission denied; --allow read does not include /proc"
    ),
    ("write", "return io.stdin:read()", "standard input: permission denied; run with --allow read"),
    ("read=/tmp", "return io.read()", "standard input: permission denied; run with --allow read"),
  ]

  @Test(arguments: alone)
  func isNotPermitted(permission: String, text: String, message: String) throws {
    let sandbox = try Sandbox(permissions: LuaPermissions(parsing: [permission]))
    #expect(try sandbox.run(text).prefix(2) == [.null, .string(message)])
  }

  @Test func `messages name permissions as the program has them`() throws {
    var permissions = LuaPermissions()
    permissions.read = .all
    let refused = try Sandbox(permissions: permissions).run("return io.open('/tmp/okit-not-written', 'w')")
    #expect(
      refused.prefix(2)
        == [.null, .string("/tmp/okit-not-written: permission denied; set permissions.write")])
  }

  @Test func variablesAreThoseThatAreNamed() throws {
    let named = try Sandbox(permissions: LuaPermissions(parsing: ["env=PATH,env=OKIT_NOT_SET"]))
    #expect(
      try named.run("return os.getenv('PATH') ~= nil, os.getenv('HOME'), os.getenv('OKIT_NOT_SET')").first == true)
    #expect(try named.run("return os.getenv('PAT'), os.getenv('PATHS'), os.getenv('')") == [.null, .null, .null])
    let all = try Sandbox(permissions: LuaPermissions(parsing: ["env"]))
    #expect(try all.run("return os.getenv('PATH') ~= nil") == [true])
  }

  @Test(arguments: [
    ("io.open('a')", "attempt to index a nil value (global 'io')", "set permissions.read or permissions.write"),
    ("os.exit(1)", "attempt to call a nil value (field 'exit')", "set permissions.system"),
    ("os.getenv('HOME')", "attempt to call a nil value (field 'getenv')", "set permissions.environment"),
    ("dofile('a')", "attempt to call a nil value (global 'dofile')", "set permissions.read"),
    ("debug.traceback()", "attempt to index a nil value (global 'debug')", "set permissions.native"),
    ("nothing()", "attempt to call a nil value (global 'nothing')", nil),
    ("print(package.path)", "attempt to index a nil value (global 'package')", nil),
  ])
  func whatIsMissingNamesThePermission(text: String, message: String, hint: String?) throws {
    let found = try #require(try Sandbox().failure(text))
    #expect(found.message == message)
    #expect(found.hint == hint)
  }

  @Test func nativeModulesAreLibraries() throws {
    let sandbox = try Sandbox(permissions: LuaPermissions(parsing: ["native"]))
    sandbox.state.resolve = { _ in LuaModule(library: "/no/such.so") }
    #expect(sandbox.failure("require 'such'")?.message.hasPrefix("module 'such': /no/such.so: cannot open") == true)
    #expect(try sandbox.run("return debug.getinfo(1).currentline") == [1])
    let other = try Sandbox()
    other.state.resolve = { _ in LuaModule(library: "/no/such.so") }
    #expect(other.failure("require 'such'")?.message.hasPrefix("module 'such'") == true)
  }
}
