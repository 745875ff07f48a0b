extension Workload {
  static let testSteps = Workload(name: "steps", about: "what a test of the bookshop reads and does, from Lua") {
    surroundings, report in
    let path = "\(surroundings.scratch)/steps_test.lua"
    try Files.write(Array(TestSteps.script("\(surroundings.root)/scripts").utf8), to: path)
    let output = try Program.okitRun(surroundings).printed(["test", "--timeout", "60s", path])
    let lines = output.filter { $0.hasPrefix(TestSteps.mark) }
    let steps = try Peers.findings(in: lines.joined(separator: "\n"), of: path)
    let split = try surroundings.peers.run(.lua, "split")["split"]
    for step in TestSteps.all {
      guard let value = steps[TestSteps.mark + step.name]?.value else {
        throw BenchError("\(path) has no \(step.name)")
      }
      try report.add(
        "steps: \(step.what)", value, .microseconds, besides: "lua5.4: split a path", split.map { $0.value / 1000 },
        goal: step.goal)
    }
    for launch in TestSteps.launches {
      guard let value = steps[TestSteps.mark + launch.script]?.value else {
        throw BenchError("\(path) has no launch of \(launch.script)")
      }
      try report.add("steps: okit.launch of \(launch.script)", value, .microseconds, goal: launch.goal)
    }
  }
}

/// A step of a test; its goal is a multiple of the time in which Lua splits a path of four names and follows it.
private struct TestSteps {
  let name: String
  let what: String
  let lua: String
  let rounds: Int
  let goal: Double

  static let all = [
    TestSteps(name: "title", what: "app.screen.title", lua: "return app.screen.title", rounds: 1000, goal: 15),
    TestSteps(name: "row", what: "app:row(text)", lua: #"app:row("The Hobbit")"#, rounds: 1000, goal: 35),
    TestSteps(
      name: "tap", what: "row:tap():back()", lua: #"app:row("The Hobbit"):tap():back()"#, rounds: 300, goal: 200),
    TestSteps(
      name: "quick", what: "row:quick(), undo", lua: #"app:row("The Hobbit"):quick() app:undo()"#, rounds: 300,
      goal: 250),
    TestSteps(name: "dump", what: "app:dump()", lua: "app:dump()", rounds: 50, goal: 2000),
  ]

  /// Applications in `scripts` with the goals of their launches, in microseconds. Each test launches one, which ends
  /// with it.
  static let launches = [
    (script: "examples/hello.lua", goal: 200.0), (script: "examples/todo.lua", goal: 300),
    (script: "orders/app.lua", goal: 500), (script: "bookshop/app.lua", goal: 1000),
  ]

  static let launchCount = 50

  /// Begins the lines with results.
  static let mark = "steps/"

  /// A test that prints the least time of each step, in microseconds.
  ///
  /// - Parameter scripts: The folder of the applications.
  static func script(_ scripts: String) -> String {
    let steps = all.map { "measure(\"\($0.name)\", \($0.rounds), function() \($0.lua) end)" }
    return """
      local scripts = "\(scripts)/"
      local function measure(name, rounds, step)
        local best = math.huge
        for _ = 1, 5 do
          local start = os.clock()
          for _ = 1, rounds do step() end
          best = math.min(best, (os.clock() - start) / rounds)
        end
        print(("\(mark)%s %.6f 0"):format(name, best * 1e6))
      end
      it("steps", function()
        local app = okit.launch(scripts .. "bookshop/app.lua")
        \(steps.joined(separator: "\n  "))
      end)
      for _, script in ipairs { \(launches.map { "\"\($0.script)\"" }.joined(separator: ", ")) } do
        local begin
        for number = 0, \(launchCount) do
          it("launch " .. number .. " of " .. script, function()
            if number == 1 then begin = os.clock() end
            okit.launch(scripts .. script)
          end)
        end
        it("the time of launches of " .. script, function()
          print(("\(mark)%s %.6f 0"):format(script, (os.clock() - begin) / \(launchCount) * 1e6))
        end)
      end
      """
  }
}
