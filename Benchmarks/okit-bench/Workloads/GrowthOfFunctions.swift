extension Workload {
  static let functions = Workload(
    name: "functions", about: "each function of scripts in models of 10,000 and of 200,000 elements, from Lua"
  ) { surroundings, report in
    let folder = "\(surroundings.root)/Benchmarks/Growth"
    let path = "\(surroundings.scratch)/growth_test.lua"
    let script = "require 'measure' { app = '\(folder)/app.lua', few = 10000, many = 200000, calls = 20 }"
    try Files.write(Array(script.utf8), to: path)
    let lines = try Program.okitRun(surroundings).printed([
      "test", "--timeout", "600s", "--lua-path", folder, path,
    ])
    for line in lines where line.hasPrefix("growth/") {
      let fields = line.split(separator: "\t")
      let names = fields[0].split(separator: "/", maxSplits: 2)
      guard fields.count == 3, names.count == 3, let few = Double(fields[1]), let many = Double(fields[2]) else {
        throw BenchError("\(path) printed \"\(line)\"")
      }
      try report.add(
        "functions: \(names[2])", many, .microseconds, besides: "of 10k", few, goal: names[1] == "flat" ? 3 : 25)
    }
  }
}
