import OKitTestRunner
import OKitTestSupport
import Testing

/// Snapshots that no test asks for.
@Suite struct StaleSnapshotTests {
  private static let test = """
    it("has two", function()
      expect(1).to_match_snapshot("one")
      expect(2).to_match_snapshot()
    end)
    it("is other", function() expect("x").not_to_match_snapshot("never stored") end)
    """

  /// With the snapshots of the test and three that nobody asks for.
  private func folder(_ test: String = test) throws -> TestFolder {
    let folder = try TestFolder(["shop_test.lua": Self.test])
    _ = try folder.run()
    try folder.write(test, to: "shop_test.lua")
    for name in ["shop_test/old", "shop_test/never stored", "gone_test/left"] {
      try folder.write("1", to: "__snapshots__/\(name).txt")
    }
    return folder
  }

  private func last(_ folder: TestFolder, _ change: (inout TestRunner.Options) -> Void = { _ in }) throws -> [String] {
    let lines = try folder.run(change).output.split(separator: "\n").map(String.init)
    return lines.drop { !$0.hasPrefix("Ran") }.dropFirst().map(\.self)
  }

  private static let listed = [
    "3 stale snapshots that no test asks for; remove with --prune-snapshots:", "  __snapshots__/gone_test/left.txt",
    "  __snapshots__/shop_test/never stored.txt", "  __snapshots__/shop_test/old.txt",
  ]

  @Test func areListedAfterARunOfTheWholeFile() throws {
    let folder = try folder()
    #expect(try last(folder) == Self.listed + ["2 passed, 0 failed"])
    #expect(try last(folder) { $0.repeats = 2 } == Self.listed + ["4 passed, 0 failed"])
    #expect(folder.exists("__snapshots__/shop_test/old.txt"))
    #expect(try folder.report(.json).contains(#""staleSnapshots":["#))
    #expect(try folder.report(.tap).contains("# 3 stale snapshots"))
  }

  @Test func areRemoved() throws {
    let folder = try folder()
    let removed = ["3 stale snapshots removed:"] + Self.listed.dropFirst()
    #expect(try last(folder) { $0.selection.pruneSnapshots = true } == removed + ["2 passed, 0 failed"])
    #expect(!folder.exists("__snapshots__/gone_test"))
    #expect(!folder.exists("__snapshots__/shop_test/old.txt"))
    // Those that are asked for stay.
    #expect(folder.exists("__snapshots__/shop_test/one.txt"))
    #expect(try last(folder) { $0.selection.isCI = true } == ["2 passed, 0 failed"])
  }

  @Test func emptyFoldersGoWithTheLastSnapshot() throws {
    let folder = try folder("it('asks for nothing', function() end)")
    _ = try folder.run { $0.selection.pruneSnapshots = true }
    #expect(!folder.exists("__snapshots__"))
  }

  /// A test that has not run, or not to its end, may need any of them.
  @Test(arguments: [
    test + "\nit('fails', function() error('no') end)", test + "\nit.skip('later', function() end)",
    test + "\npending('someday')", test + "\nit.only('alone', function() end)", "it(",
  ])
  func areUnknownUnlessAllTestsHavePassed(test: String) throws {
    let folder = try folder(test)
    let orphan = "  __snapshots__/gone_test/left.txt"
    let lines = try last(folder)
    #expect(lines.contains(orphan) && !lines.contains("  __snapshots__/shop_test/old.txt"), "\(lines)")
    let pruned = try last(folder) { $0.selection.pruneSnapshots = true }
    #expect(
      pruned.contains("not looked for stale snapshots, because not all tests of the file ran and passed:")
        && pruned.contains("  shop_test.lua"), "\(pruned)")
    #expect(folder.exists("__snapshots__/shop_test/old.txt") && !folder.exists("__snapshots__/gone_test"))
  }

  @Test func aFilterHidesThem() throws {
    let folder = try folder()
    _ = try folder.run {
      $0.selection.filters = ["other"]
      $0.selection.pruneSnapshots = true
    }
    #expect(folder.exists("__snapshots__/shop_test/one.txt") && folder.exists("__snapshots__/shop_test/old.txt"))
  }
}
