import OKitEngine
import OKitTestRunner
import OKitTestSupport
import Testing

@Suite("Selecting tests")
struct TestSelectionTests {
  private static let script = """
    local function helper()
      return 1
    end

    it("one", function()
      expect(1).to_be(1)
    end)
    it("two", { tags = "x" }, function() end)

    describe("block", function()
      before_each(function() end)

      it("three",
        function()
          helper()
        end)
      for _, n in ipairs { 4, 5 } do
        it("case " .. n, function() end)
      end
    end)
    it("shared", helper)
    """

  @Test(arguments: [
    (5, ["one"]), (6, ["one"]), (7, ["one"]), (8, ["two"]), (13, ["block three"]), (15, ["block three"]),
    (16, ["block three"]), (18, ["block case 4", "block case 5"]), (21, ["shared"]),
    // Lines of a block that no test contains.
    (10, ["block three", "block case 4", "block case 5"]), (11, ["block three", "block case 4", "block case 5"]),
    (17, ["block three", "block case 4", "block case 5"]),
  ])
  func `FILE:LINE runs the tests that contain the line`(_ line: Int, _ names: [String]) throws {
    let folder = try TestFolder(["a_test.lua": Self.script])
    #expect(try folder.outcomes { $0.paths = ["\(folder.path)/a_test.lua:\(line)"] } == names.map { "ok \($0)" })
  }

  @Test func `several lines and files add up`() throws {
    let folder = try TestFolder(["a_test.lua": Self.script, "b_test.lua": "it('other', function() end)"])
    let file = "\(folder.path)/a_test.lua"
    #expect(try folder.outcomes { $0.paths = ["\(file):8", "\(file):5"] } == ["ok one", "ok two"])
    #expect(try folder.outcomes { $0.paths = ["\(file):8", "\(folder.path)/b_test.lua"] } == ["ok two", "ok other"])
    #expect(try folder.outcomes { $0.paths = ["\(file):8", file] }.count == 6)
  }

  @Test(arguments: [0, 2, 4, 99])
  func `a line without a test is an error`(_ line: Int) throws {
    let folder = try TestFolder(["a_test.lua": Self.script])
    let path = "\(folder.path)/a_test.lua:\(line)"
    let error = #expect(throws: Diagnostic.self) { try folder.run { $0.paths = [path] } }
    #expect(error?.code == "test.none")
    #expect(error?.message == "no test contains \(path) (6 tests found)")
  }

  @Test func `a line of a missing file is an error`() throws {
    let folder = try TestFolder(["a_test.lua": Self.script])
    let error = #expect(throws: Diagnostic.self) { try folder.run { $0.paths = ["\(folder.path)/a_tst.lua:3"] } }
    #expect(error?.code == "test.path")
    #expect(error?.hint == "did you mean \"\(folder.path)/a_test.lua\"?")
  }

  @Test func `only counts within its file`() throws {
    let folder = try TestFolder([
      "a_test.lua": "it.only('a', function() end)\nit('b', function() end)", "b_test.lua": "it('c', function() end)",
    ])
    #expect(try folder.outcomes() == ["ok a", "ok c"])
    #expect(try folder.outcomes { $0.paths = ["\(folder.path)/a_test.lua:2"] } == ["ok b"])
  }

  @Test func `shards contain each test once`() throws {
    let folder = try TestFolder([
      "a_test.lua": Self.script, "b_test.lua": "it('other', function() end)",
      "c_test.lua": "it('last', function() end)",
    ])
    let all = try folder.outcomes()
    for count in [1, 2, 3, 20] {
      let parts = try (1...count).map { index in
        try folder.outcomes { $0.selection.shard = TestShard(index: index, count: count) }
      }
      #expect(parts.flatMap(\.self).sorted() == all.sorted())
      #expect(parts.allSatisfy { $0.count <= all.count / count + 3 })
    }
  }

  @Test func `a retry may pass, also after a timeout`() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      local tries = 0
      it("first", function() end)
      it("flaky", function()
        tries = tries + 1
        expect(tries).to_be(2)
      end)
      it("broken", function() error("no") end)
      it("hangs", function() while true do end end)
      it("hangs", function() end)
      """
    ])
    let (summary, output) = try folder.run {
      $0.selection.retries = 2
      $0.host.timeout = .milliseconds(400)
    }
    #expect(
      output.hasPrefix(
        """
        a_test.lua
          ok    first
          ok    flaky (flaky: passed on attempt 2)
          FAIL  broken (attempt 3)
          FAIL  hangs (attempt 3)
          ok    hangs

        Failures:
        """), "\(output)")
    #expect(output.hasSuffix("1 test is flaky\n3 passed, 2 failed\n"))
    #expect([summary.passed, summary.failed, summary.flaky] == [3, 2, 1])
  }
}
