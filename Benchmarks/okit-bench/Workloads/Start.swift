extension Workload {
  static let start = Workload(name: "start", about: "duration of whole processes") { surroundings, report in
    let binary = try Program.okitRun(surroundings)
    let version = try binary.milliseconds(["--version"], repeats: 41)
    let lua = try surroundings.peers[.lua]?.milliseconds(["-e", ""], repeats: 41)
    try report.add("start: okit-run --version", version, .milliseconds, besides: "lua5.4 -e ''", lua, goal: 2)
    let hello = try binary.milliseconds(surroundings.start("examples/hello.lua", in: "hello"), repeats: 21)
    let node = try surroundings.peers[.node]?.milliseconds(["-e", ""], repeats: 21)
    try report.add("start: hello world and its screen", hello, .milliseconds, besides: "node -e ''", node, goal: 0.125)
    let first = try (0..<11).map { run in
      try binary.milliseconds(surroundings.start("bookshop/app.lua", in: "bookshop-\(run)"), repeats: 0)
    }
    try report.add("start: the bookshop, which stores its sample", first.median, .milliseconds, goal: 40)
    let later = try binary.milliseconds(surroundings.start("bookshop/app.lua", in: "bookshop-0"), repeats: 11)
    try report.add("start: the bookshop, which is stored", later, .milliseconds, goal: 20)
  }
}
