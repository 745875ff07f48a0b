extension Workload {
  static let exploring = Workload(name: "explore", about: "okit-run explore, beside a test that taps in a loop") {
    surroundings, report in
    for script in ["examples/todo.lua", "bookshop/app.lua"] {
      let exploration = try Exploring(script, surroundings)
      let tap = try exploration.microsecondsPerTap()
      let (step, peak) = try exploration.microsecondsPerStep()
      try report.add(
        "explore: a step of \(script)", step, .microseconds, peer: "a test: tap, back", tap,
        goal: Exploring.maximumRatio)
      try report.add("explore: the memory of \(script)", peak, .megabytes, goal: Exploring.maximumMemory)
    }
  }
}

/// An exploration of an application of `scripts`, and a test of the same.
private struct Exploring {
  /// At least 0.3 times as many actions in a second.
  static let maximumRatio = 3.33
  /// 1 GiB, in MB; also after ten minutes.
  static let maximumMemory = 1073.0
  private static let steps = 4000
  private static let taps = 1000

  private let script: String
  private let folder: String
  private let okitRun: Program

  init(_ script: String, _ surroundings: Surroundings) throws {
    self.script = "\(surroundings.root)/scripts/\(script)"
    folder = "\(surroundings.scratch)/explore"
    okitRun = try Program.okitRun(surroundings)
  }

  /// The processor time of a process of many steps, without that of its start, and the peak of its memory in MB.
  func microsecondsPerStep() throws -> (time: Double, peak: Double) {
    func ending(_ steps: Int) throws -> Program.Ending {
      let ending = try okitRun.runApart(["explore", script, "--steps", "\(steps)", "--output", folder])
      guard ending.output.contains("explored \(steps) step") else {
        throw BenchError("the exploration of \(script) printed \(ending.output)")
      }
      return ending
    }
    let (start, whole) = (try ending(1), try ending(Self.steps))
    return ((whole.processorTime - start.processorTime) / Double(Self.steps - 1) * 1e6, whole.peak)
  }

  /// The processor time of an action of a test: it taps the first row that opens a screen, and goes back.
  func microsecondsPerTap() throws -> Double {
    let path = "\(folder)/taps_test.lua"
    try Files.write(
      Array(
        """
        it("taps", function()
          local app = okit.launch("\(script)")
          if #app:rows() == 0 then
            app:tap("Add")
            app.alert:type("a")
            app.alert:tap("OK")
          end
          local start = os.clock()
          for _ = 1, \(Self.taps) do app:row(1):tap():back() end
          print(("tap %.6f 0"):format((os.clock() - start) / \(Self.taps) / 2 * 1e6))
        end)
        """.utf8), to: path)
    let lines = try okitRun.printed(["test", "--timeout", "60s", path]).filter { $0.hasPrefix("tap ") }
    return try Peers.findings(in: lines.joined(separator: "\n"), of: path).required("tap").value
  }
}
