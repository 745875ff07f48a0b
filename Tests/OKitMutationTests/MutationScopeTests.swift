import OKitEngine
import OKitStorage
import OKitTestSupport
import Testing

@testable import OKitMutation

/// The lines that options choose.
@Suite struct MutationScopeTests {
  private static let diff = """
    diff --git a/app.lua b/app.lua
    index 1..2 100644
    --- a/app.lua
    +++ b/app.lua
    @@ -1,3 +1,4 @@
     local a = 1
    -local b = 2
    +local b = 3
    +--- local c
     return a
    @@ -10 +11,2 @@ function f()
     x()
    +y()
    --- a/gone.lua
    +++ /dev/null
    @@ -1 +0,0 @@
    -x()
    --- /dev/null
    +++ b/sub/new.lua\t2026-01-01
    @@ -0,0 +1,2 @@
    +return 1
    +
    \\ No newline at end of file

    """

  @Test func `a diff adds lines`() throws {
    let added = try UnifiedDiff(Self.diff, file: "d").added
    #expect(added.map(\.path) == ["app.lua", "sub/new.lua"])
    #expect(added.map(\.lines) == [[2...3, 12...12], [1...2]])
    #expect(try UnifiedDiff("", file: "d").added.isEmpty)
    let quoted = #"+++ "b/B\303\274cher \"x\".lua""# + "\n@@ -1 +1 @@\n-a\n+b\n"
    #expect(try UnifiedDiff(quoted, file: "d").added.map(\.path) == [#"Bücher "x".lua"#])
  }

  @Test(arguments: ["hello", "+++ b/app.lua\n@@ nonsense\n", "+++ b/app.lua\n@@ -1 +x @@\n"])
  func `what is not a diff is an error`(text: String) {
    #expect { try UnifiedDiff(text, file: "d") } throws: { ($0 as? Diagnostic)?.code == "mutation.diff" }
  }

  @Test func `files, lines and folders`() throws {
    let folder = try TestFolder(["app.lua": "a = 1\nb = 2\nc = 3\n", "sub/x.lua": "a = 1\n", "odd:3": ""])
    let real = try #require(SystemFile.realPath(folder.path))
    func lines(_ arguments: String...) throws -> [Int] {
      var scope = MutationScope()
      for argument in arguments { try scope.add("\(folder.path)/\(argument)") }
      let mutants = MutantFinder(nil).mutants(ofFile: "app.lua", text: try folder.read("app.lua"))
      return Set(mutants.filter { scope.contains($0, in: "\(real)/app.lua") }.map(\.start.line)).sorted()
    }
    #expect(try lines() == [1, 2, 3])
    #expect(try lines("app.lua") == [1, 2, 3])
    #expect(try lines("app.lua:2") == [2])
    #expect(try lines("app.lua:2-9", "app.lua:1") == [1, 2, 3])
    #expect(try lines("sub") == [])
    #expect(try lines("odd:3") == [])
    for wrong in ["none.lua", "app.lua:0", "app.lua:3-2", "app.lua:x"] {
      #expect {
        _ = try lines(wrong)
      } throws: { ($0 as? Diagnostic)?.code == "mutation.target" }
    }
  }

}
