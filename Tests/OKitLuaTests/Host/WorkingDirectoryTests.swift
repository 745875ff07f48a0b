import Foundation
import OKitTestSupport
import Testing

@testable import OKitLua

@Suite struct WorkingDirectoryTests {
  private static var current: String { FileManager.default.currentDirectoryPath }

  @Test(arguments: [
    ("a.lua", "a.lua"), ("./a.lua", "a.lua"), ("a//b.lua", "a/b.lua"), ("./a/./b.lua", "a/b.lua"), ("a/", "a"),
    (".", "."), ("./", "."), ("", ""), ("/", "/"), ("/nowhere//x/./y.lua", "/nowhere/x/y.lua"),
    ("nowhere/../x.lua", "nowhere/../x.lua"), ("/nowhere/../x.lua", "/nowhere/../x.lua"),
  ])
  func `a path has its shortest usual form`(_ path: String, _ expected: String) {
    #expect(WorkingDirectory.relative(path) == expected)
  }

  @Test func `a path below the working directory is relative to it`() {
    let current = Self.current
    let name = String(current.split(separator: "/").last ?? "")
    for path in ["\(current)/Sources/a.lua", "../\(name)/Sources/a.lua", "Sources/../Sources/a.lua"] {
      #expect(WorkingDirectory.relative(path) == "Sources/a.lua")
    }
    #expect(WorkingDirectory.relative(current) == ".")
    #expect(WorkingDirectory.relative("../\(name)") == ".")
  }

  @Test func `a path elsewhere stays relative or absolute`() throws {
    let folder = try TestFolder(["a.lua": ""])
    #expect(WorkingDirectory.relative("\(folder.path)/./a.lua") == "\(folder.path)/a.lua")
    #expect(WorkingDirectory.relative("../a.lua") == "../a.lua")
  }
}
