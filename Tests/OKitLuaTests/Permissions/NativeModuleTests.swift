import Foundation
import OKitEngine
import OKitLua
import Testing

/// Modules in C, compiled here: they are loaded where that is permitted, and refused in order where they are none.
@Suite(.enabled(if: NativeModules.compiler != nil, "a C compiler is needed")) struct NativeModuleTests {
  /// The cases: `require` of a name, and its result.
  static let loads: [(name: String, result: String)] = [
    ("counting", "table 3 9 counting:0"),
    ("deep.inside", "table 3 9 deep.inside:0"),
    // The text after a hyphen is a version; older modules have the version in front.
    ("counting-v2", "table 3 9 counting-v2:0"),
    ("v1-counting", "table 3 9 v1-counting:0"),
    ("plain", "module 'plain': /plain.so: undefined symbol: luaopen_plain"),
    ("v1-plain-2", "module 'v1-plain-2': /v1-plain-2.so: undefined symbol: luaopen_plain-2"),
    ("text", "module 'text': /text.so: file too short"),
    ("junk", "module 'junk': /junk.so: invalid ELF header"),
    ("cut", "module 'cut': /cut.so: file too short"),
    ("wanting", "module 'wanting': /wanting.so: undefined symbol: nobody_has_this"),
    ("failing", "failing:1: it does not open"),
    ("absent", "module 'absent' not found"),
  ]

  private static let script = """
    local ok, module, place = pcall(require, ...)
    if not ok then return tostring(module) end
    return ("%s %d %d %s"):format(type(module), module.count("abc"), module.call(function(n) return n * n end, 3), \
    module.name)
    """

  @Test(arguments: loads)
  func `what comes of a file`(name: String, result: String) throws {
    let modules = try NativeModules()
    let sandbox = try modules.sandbox(LuaPermissions(parsing: ["native"]))
    let values = try sandbox.run(Self.script, .string(name))
    guard case .string(let found)? = values.first else { throw Diagnostic("test.result", "\(values)") }
    #expect(found.replacing(modules.folder, with: "").contains(result), "\(found)")
    // The state continues to work.
    #expect(try sandbox.run("return 1 + 1") == [2])
  }

  @Test(arguments: ["", "read", "read,write,net,env,os"])
  func `none is loaded without the permission`(permissions: String) throws {
    let modules = try NativeModules()
    let sandbox = try modules.sandbox(LuaPermissions(parsing: permissions.isEmpty ? [] : [permissions]))
    #expect(sandbox.failure("return require 'counting'")?.message.hasPrefix("module 'counting'") == true)
    #expect(try sandbox.run("return package and package.loadlib") == [.null])
    #expect(try sandbox.run("return opened") == [.null], "no code of the module has run")
  }

  @Test func `an application finds it on its Lua path`() throws {
    let modules = try NativeModules()
    var options = LuaApplication.Options()
    options.luaPath = [modules.folder]
    let text = "opened = require('counting').count 'abcd'"
    let found = problem { _ = try LuaApplication(text: text, options: options) }
    #expect(found?.message.contains("'counting'") == true)
    options.permissions = try LuaPermissions(parsing: ["native"])
    let application = try LuaApplication(text: text, options: options)
    defer { application.close() }
    #expect(try application.evaluate("opened") == ["4"])
  }

  /// An error of C passes over frames of C only, and a failing callback is reported as usual.
  @Test func `errors pass through it`() throws {
    let modules = try NativeModules()
    let sandbox = try modules.sandbox(LuaPermissions(parsing: ["native"]))
    try sandbox.state.register("fail") { _ in throw Diagnostic("test.failed", "it failed") }
    let code = "local m = require 'counting' local ok, e = pcall(m.call, fail, 1) return ok, e.code, pcall(m.count)"
    let values = try sandbox.run(code)
    #expect(values.prefix(3) == [false, "test.failed", false])
    let spins = try modules.sandbox(
      LuaPermissions(parsing: ["native"]), LuaLimits(time: .milliseconds(30)))
    let failure = spins.failure("require('counting').call(function() while true do end end, 1)")
    #expect(failure?.message == "the script exceeded the time limit of 30 ms")
  }
}

/// A folder with modules, made once for each test.
final class NativeModules {
  let folder: String

  static let compiler = ["cc", "clang", "gcc"].lazy.compactMap { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }.first

  private static let source = """
    #include <lua5.4/lua.h>
    #include <lua5.4/lauxlib.h>
    static int count(lua_State *L) {
      lua_pushinteger(L, (lua_Integer)luaL_len(L, 1));
      return 1;
    }
    static int call(lua_State *L) {
      lua_settop(L, 2);
      lua_call(L, 1, 1);
      return 1;
    }
    static int open(lua_State *L) {
      lua_pushboolean(L, 1);
      lua_setglobal(L, "opened");
      lua_createtable(L, 0, 3);
      lua_pushcfunction(L, count);
      lua_setfield(L, -2, "count");
      lua_pushcfunction(L, call);
      lua_setfield(L, -2, "call");
      lua_pushfstring(L, "%s:%d", lua_tostring(L, 1), lua_gettop(L) - 3);
      lua_setfield(L, -2, "name");
      return 1;
    }
    int luaopen_counting(lua_State *L) { return open(L); }
    int luaopen_deep_inside(lua_State *L) { return open(L); }
    int luaopen_failing(lua_State *L) { return luaL_error(L, "%s:1: it does not open", lua_tostring(L, 1)); }
    """

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("okit-\(UUID().uuidString)").path
    try files.createDirectory(atPath: "\(folder)/deep", withIntermediateDirectories: true)
    let library = try compile(Self.source, "counting")
    for name in ["deep/inside", "counting-v2", "v1-counting", "plain", "v1-plain-2", "failing"] {
      try library.write(to: URL(fileURLWithPath: "\(folder)/\(name).so"))
    }
    try Data("no".utf8).write(to: URL(fileURLWithPath: "\(folder)/text.so"))
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: "\(folder)/junk.so"))
    try library.prefix(40).write(to: URL(fileURLWithPath: "\(folder)/cut.so"))
    _ = try compile("int nobody_has_this(void); int luaopen_wanting(void *L) { return nobody_has_this(); }", "wanting")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func compile(_ text: String, _ name: String) throws -> Data {
    let (source, library) = ("\(folder)/\(name).c", URL(fileURLWithPath: "\(folder)/\(name).so"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: source))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.compiler ?? "cc")
    process.arguments = ["-shared", "-fPIC", "-o", library.path, source]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Diagnostic("test.compiler", "\(name) does not compile") }
    return try Data(contentsOf: library)
  }

  /// A state whose `require` finds the modules.
  func sandbox(_ permissions: LuaPermissions, _ limits: LuaLimits = LuaLimits()) throws -> Sandbox {
    let sandbox = try Sandbox(limits: limits, permissions: permissions)
    sandbox.state.resolve = { [folder] name in
      let path = "\(folder)/\(name.replacing(".", with: "/")).so"
      return FileManager.default.fileExists(atPath: path) ? LuaModule(library: path) : nil
    }
    return sandbox
  }
}
