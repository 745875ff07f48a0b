import Glibc
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

@Suite struct ModuleFinderTests {
  /// A folder with `own` for the script, `lib` for the person, and `other`.
  private func folder() throws -> TestFolder {
    let folder = try TestFolder([:])
    for name in ["own", "own/part", "lib", "lib/part", "other"] { mkdir("\(folder.path)/\(name)", 0o700) }
    for name in ["own/a.lua", "lib/a.lua", "lib/part/init.lua", "lib/part/b.lua", "other/c.lua", "other/secret"] {
      try folder.write("return \"\(name)\"", to: name)
    }
    return folder
  }

  private func link(_ target: String, _ name: String, in folder: TestFolder) {
    symlink("\(folder.path)/\(target)", "\(folder.path)/\(name)")
  }

  private func text(_ name: String, _ folder: TestFolder, libraries: [String]) throws -> String? {
    let libraries = libraries.map { $0.replacing("DIR", with: folder.path) }
    let module = try ModuleFinder(folder: "\(folder.path)/own", libraries: libraries).find(name)
    return module.map { String($0.text.dropFirst(8).dropLast()) }
  }

  @Test(
    arguments: [
      ("a", ["DIR/lib"], "own/a.lua"), ("part", ["DIR/lib"], "lib/part/init.lua"),
      ("part.b", ["DIR/lib/"], "lib/part/b.lua"), ("part.b", ["DIR/lib/?.lua"], "lib/part/b.lua"),
      ("part", ["DIR/lib/?.lua"], nil), ("part", ["DIR/lib/?.lua;;DIR/lib/?/init.lua"], "lib/part/init.lua"),
      ("c", ["DIR/lib;DIR/other"], "other/c.lua"), ("c", ["DIR/nowhere", "DIR/other"], "other/c.lua"),
      ("t", ["DIR/lib/par?/b.lua"], "lib/part/b.lua"), ("secret", ["DIR/other/?"], "other/secret"),
      ("c", [], nil), ("lib", ["DIR"], nil),
    ] as [(String, [String], String?)])
  func findsModules(name: String, libraries: [String], found: String?) throws {
    #expect(try text(name, folder(), libraries: libraries) == found)
  }

  @Test func linksStayInTheScriptsOwnFolder() throws {
    let folder = try folder()
    link("other/c.lua", "own/out.lua", in: folder)
    link("own/a.lua", "own/inside.lua", in: folder)
    link("other", "own/away", in: folder)
    #expect(try text("out", folder, libraries: []) == nil)
    #expect(try text("away.c", folder, libraries: []) == nil)
    #expect(try text("inside", folder, libraries: []) == "own/a.lua")
    // Also where the person names a folder that came with the script.
    link("other/c.lua", "own/part/out.lua", in: folder)
    #expect(try text("out", folder, libraries: ["DIR/own/part"]) == nil)
  }

  @Test func linksOfLibrariesLeadToOtherModules() throws {
    let folder = try folder()
    link("other/c.lua", "lib/out.lua", in: folder)
    link("other/secret", "lib/secret.lua", in: folder)
    link("lib", "linked", in: folder)
    #expect(try text("out", folder, libraries: ["DIR/lib"]) == "other/c.lua")
    #expect(try text("secret", folder, libraries: ["DIR/lib"]) == nil)
    #expect(try text("part", folder, libraries: ["DIR/linked"]) == "lib/part/init.lua")
  }

  @Test func onlyOrdinaryFilesAreRead() throws {
    let folder = try folder()
    mkfifo("\(folder.path)/own/pipe.lua", 0o600)
    mkdir("\(folder.path)/own/folder.lua", 0o700)
    #expect(problem { _ = try text("pipe", folder, libraries: []) }?.code == "file.read")
    #expect(try text("folder", folder, libraries: []) == nil)
  }

  @Test func standInsComeWithTheFirstModule() throws {
    let folder = try folder()
    try folder.write("return io ~= nil and debug ~= nil and package.path, arg[0]", to: "lib/asks.lua")
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.luaPath = ["\(folder.path)/lib"]
    var printed: [String] = []
    options.print = { printed.append($0) }
    let script = """
      require "a"
      print(io, debug, package, type(arg), pcall(require, "debug"))
      print(require "asks")
      io.write("x", 1, "\\ny")
      io.stdout:write("z\\n", "rest"):flush()
      okit.ModelDetailTableController:extend("home", {})
      """
    _ = try LuaApplication(text: script, chunk: "app.lua", folder: "\(folder.path)/own", options: options)
    let own = "\(folder.path)/own/?.lua;\(folder.path)/own/?/init.lua"
    let library = "\(folder.path)/lib/?.lua;\(folder.path)/lib/?/init.lua"
    #expect(printed.first?.hasPrefix("nil\tnil\tnil\ttable\tfalse") == true)
    #expect(printed.dropFirst() == ["\(own);\(library)\t\(folder.path)/lib/asks.lua", "x1", "yz", "rest"])
  }
}
