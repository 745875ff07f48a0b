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

    func milliseconds(_ program: Program, _ arguments: [String]) throws -> Double {
      let output = try program.run(arguments).output
      let passed = output.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count
      try check(passed, equals: count, program.name)
      return try program.milliseconds(arguments, repeats: 5)
    }
    let value = try milliseconds(Program.okitRun(surroundings), ["test", "--format", "tap", file])
    let busted = try surroundings.peers.busted.map { try milliseconds($0, ["--output=TAP", file]) }
    try report.add("tests: 10,000 empty tests", value, .milliseconds, besides: "busted", busted, goal: 1)
    try report.add("tests: one empty test", value * 1000 / Double(count), .microseconds, goal: 50)
  }
}

extension Program {
  /// The release build of `okit-run`.
  ///
  /// - Throws: `BenchError` when it was not built.
  static func okitRun(_ surroundings: Surroundings) throws -> Program {
    let binary = Program(name: "okit-run", path: "\(surroundings.root)/.build/release/okit-run")
    guard Files.exists(binary.path) else { throw BenchError("\(binary.path) does not exist; run \"make build\"") }
    return binary
  }
}
