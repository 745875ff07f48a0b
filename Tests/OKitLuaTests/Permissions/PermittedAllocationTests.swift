import Foundation
import OKitEngine
import Testing

@testable import OKitLua

/// As `AllocationFailureTests`, for the functions behind permissions: after any failed allocation, no file stays open.
@Suite(.serialized) struct PermittedAllocationTests {
  let folder: PermittedFolder
  init() throws { folder = try PermittedFolder() }

  /// Paths are below the folder `...`.
  static let files = [
    """
    local path = ...
    local file <close> = assert(io.open(path .. "/new.txt", "w+"))
    assert(file:write("first ", 2, " ", 0.5, "\\n", ("long "):rep(2000), "\\n") and file:seek("set", 0) == 0)
    assert(file:read("l", "n", 5) and file:setvbuf("full") and file:flush() and tostring(file) and io.type(file))
    for line in file:lines("L") do assert(#line > 0) end
    """,
    """
    local path = ...
    for number, text in io.lines(path .. "/a.txt", 1, "l") do assert(number and text) end
    local all = {}
    for i = 1, 5 do all[i] = io.open(path .. "/a.txt") end
    assert(all[5]:read("a") == "one\\ntwo\\n")
    local temporary = io.tmpfile()
    if temporary then temporary:write("x") temporary:close() end
    assert(io.open(path .. "/none") == nil and select(2, pcall(io.lines, path .. "/none")))
    pcall(function() io.open(path .. "/a.txt", "wrong") end)
    pcall(function() local closed <close> = io.open(path .. "/a.txt") error("while it is open") end)
    """,
    """
    local path = ...
    io.output(path .. "/out.txt") io.write("x", 1) io.close() io.output(io.stdout)
    io.input(path .. "/a.txt") assert(io.read() == "one") io.close(io.input()) pcall(io.read)
    assert(loadfile(path .. "/sub/b.lua")("given") == "given" and dofile(path .. "/sub/b.lua") == nil)
    assert(not loadfile(path .. "/none.lua") and not pcall(dofile, path .. "/none.lua"))
    io.stdout:write("written") io.stderr:write("an error\\n")
    """,
    """
    local path = ...
    assert(os.rename(path .. "/out.txt", path .. "/other.txt") and os.remove(path .. "/other.txt"))
    assert(not os.remove(path .. "/none") and not os.rename(path .. "/none", path .. "/x"))
    assert(os.getenv("HOME") or true) os.getenv("NOBODY_SETS_THIS")
    os.setlocale() os.tmpname()
    """,
    """
    local function inner(a, ...)
      local info = debug.getinfo(1, "nSlutf")
      assert(debug.getlocal(1, 1) == "a" and debug.traceback("text", 1) and info.currentline)
      debug.sethook(function() end, "l") debug.sethook()
      return debug.getupvalue(inner or print, 1), debug.getmetatable("x")
    end
    inner(1, 2)
    assert(debug.setmetatable(10, { __index = function(n, k) return k end }) == 10) debug.setmetatable(10, nil)
    local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co)
    assert(#debug.traceback(co) > 0 and not pcall(require, "no.such.module"))
    """,
  ]

  /// Programs cost a few milliseconds each.
  static let programs = [
    """
    local process = io.popen("echo one; echo two")
    assert(process:read() == "one" and process:read("a") == "two\\n" and process:close())
    local writes <close> = io.popen("cat > /dev/null", "w")
    writes:write("text")
    assert(os.execute("true") and not io.popen("exit 3"):close() and os.execute())
    io.popen("echo left open")
    """,
    "os.exit(3)",
  ]

  private func session(_ texts: [String], _ what: String) throws -> LuaState? {
    let state: LuaState
    do {
      let permissions = try LuaPermissions(
        parsing: ["read=\(folder.path)/in,write=\(folder.path)/in,env=HOME,os,native"])
      state = try LuaState(limits: LuaLimits(memory: 64 << 20, time: .seconds(60)), permissions: permissions)
    } catch {
      #expect(["lua.limit", "lua.permission"].contains((error as? Diagnostic)?.code), "\(what): \(error)")
      return nil
    }
    (state.print, state.printError) = ({ _ in }, { _ in })
    for text in texts {
      do { try state.call(state.load(text, chunk: "session.lua"), [.string("\(folder.path)/in")]) } catch {
        let diagnostic = error as? Diagnostic
        #expect(diagnostic != nil, "\(what): \(error)")
        if state.isDead { #expect(["lua.limit", "lua.exit"].contains(diagnostic?.code), "\(what): \(error)") }
        if what.hasSuffix("no failure") { #expect(diagnostic?.code == "lua.exit", "\(what): \(error)") }
      }
    }
    return state
  }

  private func run(_ name: String, _ texts: [String], tries: Int) throws {
    let before = Set(descriptors())
    try AllocationFailures(name: name, tries: tries).run { what, _ in
      let state = try session(texts, what)
      state?.close()
      #expect(state?.core.leftBytes ?? 0 == 0, "\(what)")
      #expect(Set(descriptors()).subtracting(before) == [], "\(what)")
    }
  }

  @Test func `files are closed and their memory is freed`() throws { try run("files", Self.files, tries: 200) }

  @Test func `programs end`() throws { try run("programs", Self.programs, tries: 40) }

  /// The open files below the folder; when these tests run alone, all open files.
  private func descriptors() -> [String] {
    let isAlone = ProcessInfo.processInfo.environment["OKIT_ALLOCATIONS"] == "all"
    let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return links.compactMap { link in
      // The one that lists them is gone by now.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(link)") else {
        return nil
      }
      // The process keeps the one by which it knows its size.
      if target.hasSuffix("/statm") { return nil }
      return isAlone || target.hasPrefix(folder.path) ? "\(link) \(target)" : nil
    }
  }
}
