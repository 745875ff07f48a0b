extension Workload {
  static let testOverhead = Workload(name: "tests", about: "10,000 empty tests, 2,000 table comparisons") {
    surroundings, report in
    let count = 10_000
    let emptyTests = try TestFile("empty", Self.empty(count), count, surroundings)
    let value = try emptyTests.measure(surroundings)
    try report.add(
      "tests: 10,000 empty tests", value, .milliseconds, besides: "busted",
      emptyTests.measureBusted(surroundings), goal: Self.maximumRatio)
    try report.add("tests: one empty test", value * 1000 / Double(count), .microseconds, goal: 30)

    let comparisons = try TestFile("tables", Self.tables(2000), 2000, surroundings)
    try report.add(
      "tests: 2,000 table comparisons", comparisons.measure(surroundings), .milliseconds, besides: "busted",
      comparisons.measureBusted(surroundings), goal: Self.maximumRatio)
  }

  /// okit is at least three times as fast as busted.
  private static let maximumRatio = 0.33

  private static func empty(_ count: Int) -> String {
    """
    describe("empty tests", function()
      for i = 1, \(count) do it("passes " .. i, function() end) end
    end)
    """
  }

  /// Tests that compare two equal nested tables with the deep comparison of okit or busted.
  private static func tables(_ count: Int) -> String {
    """
    local function record(i)
      return { id = i, name = "city " .. i, tags = { "a", "b", i }, place = { lat = i / 2, lon = -i } }
    end
    local function compare(actual, expected)
      if expect then return expect(actual).to_equal(expected) end
      assert.are.same(expected, actual)
    end
    describe("table comparisons", function()
      for i = 1, \(count) do it("equals " .. i, function() compare(record(i), record(i)) end) end
    end)
    """
  }
}

/// A test file that okit-run and busted run.
private struct TestFile {
  private let path: String
  /// The number of its tests, all of which pass.
  private let count: Int

  init(_ name: String, _ script: String, _ count: Int, _ surroundings: Surroundings) throws {
    (path, self.count) = ("\(surroundings.scratch)/tests/\(name)_spec.lua", count)
    try Files.write(Array(script.utf8), to: path)
  }

  func measure(_ surroundings: Surroundings) throws -> Double {
    try Program.okitRun(surroundings).milliseconds(["test", "--format", "tap", path], passing: count)
  }

  /// Nil if busted is not installed.
  func measureBusted(_ surroundings: Surroundings) throws -> Double? {
    try surroundings.peers.busted?.milliseconds(["--output=TAP", path], passing: count)
  }
}

extension Program {
  /// Runs tests, which print the Test Anything Protocol, and returns the median of the processor time.
  ///
  /// - Throws: `BenchError` when another number of tests passes.
  fileprivate func milliseconds(_ arguments: [String], passing count: Int) throws -> Double {
    let output = try run(arguments).output
    let passed = output.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count
    try check(passed, equals: count, name)
    return try milliseconds(arguments, repeats: 5)
  }

  /// The release build of `okit-run`.
  ///
  /// - Throws: `BenchError` when it was not built.
  static func okitRun(_ surroundings: Surroundings) throws -> Program {
    let binary = Program(name: "okit-run", path: "\(surroundings.root)/.build/release/okit-run")
    guard Files.exists(binary.path) else { throw BenchError("\(binary.path) does not exist; run \"make build\"") }
    return binary
  }
}
