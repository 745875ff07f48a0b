extension Workload {
  static let testOverhead = Workload(name: "tests", about: "10,000 empty tests") { surroundings, report in
    let count = 10_000
    let script = """
      describe("empty tests", function()
        for i = 1, \(count) do it("passes " .. i, function() end) end
      end)
      """
    let file = "\(surroundings.scratch)/tests/empty_spec.lua"
    try Files.write(Array(script.utf8), to: file)

    let value = try Program.okitRun(surroundings).milliseconds(["test", "--format", "tap", file], passing: count)
    let busted = try surroundings.peers.busted?.milliseconds(["--output=TAP", file], passing: count)
    try report.add("tests: 10,000 empty tests", value, .milliseconds, besides: "busted", busted, goal: 1)
    try report.add("tests: one empty test", value * 1000 / Double(count), .microseconds, goal: 50)
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
