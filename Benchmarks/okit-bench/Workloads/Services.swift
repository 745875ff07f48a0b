import Foundation
import OKitLua

extension Workload {
  static let services = Workload(
    name: "services", about: "requests of a script one after the other, their memory, and a queue of mutations"
  ) { surroundings, report in
    let server = try LoopbackServer(surroundings)
    try ServiceRequests(surroundings, server.url).report(to: report)
  }
}

/// A script that talks to a service, as a process. curl sends the same requests over one connection.
private struct ServiceRequests {
  let binary: Program
  let folder: String
  let url: String

  static let script = """
    local t = okit.types
    local kind, count, url = arg[1], tonumber(arg[2]), arg[3]
    if kind == "requests" then
      local sum = 0
      for _ = 1, count do sum = sum + okit.fetch(url .. "/answer.json"):json().number end
      return print(sum)
    end
    local Counter = okit.Model:extend("Counter", { applied = 0, sent = 0 })
    local counter = okit.Model.register(Counter)
    local Step = okit.Mutation:extend("Step", { number = 0 })
    function Step:apply() counter.applied = counter.applied + 1 end
    function Step:send() return okit.fetch(url .. "/answer.json"):json() end
    function Step:done(answer) counter.sent = counter.sent + answer.number end
    for i = 1, count do Step { number = i }:perform() end
    while #okit.outbox.pending > 0 do okit.sleep(0.01) end
    print(counter.sent)
    """

  init(_ surroundings: Surroundings, _ url: String) throws {
    binary = try Program.okitRun(surroundings)
    (folder, self.url) = (surroundings.scratch, url)
    try Files.write(Array(Self.script.utf8), to: "\(folder)/services.lua")
    try Files.write(Array("{ \"number\": 1 }".utf8), to: "\(folder)/answer.json")
    guard let curl = Program.find("curl"),
      try curl.run(["--silent", "--fail", "--upload-file", "\(folder)/answer.json", "\(url)/answer.json"]).status == 0
    else { throw BenchError("curl is needed for the services") }
  }

  /// - Returns: The peak of the memory of the process, in MB.
  @discardableResult
  private func run(_ kind: String, _ count: Int) throws -> Double {
    Files.remove("\(folder)/services")
    let ending = try binary.runApart([
      "\(folder)/services.lua", "--allow", "net", "--documents", "\(folder)/services", "--", kind, "\(count)", url,
    ])
    guard ending.status == 0, ending.output == "\(count)\n" else {
      throw BenchError("the script has failed: \(ending.output)")
    }
    return ending.peak
  }

  func report(to report: Report) throws {
    let requests = try measure(.milliseconds, repeats: 5, by: wallTime) { try run("requests", 1000) }
    let peer = try Program.find("curl").map { curl in
      try measure(.milliseconds, repeats: 5, by: wallTime) {
        let all = (1...1000).flatMap { _ in ["--output", "/dev/null", "\(url)/answer.json"] }
        guard try curl.run(["--silent", "--fail"] + all).status == 0 else { throw BenchError("curl has failed") }
      }
    }
    try report.add("services: 1,000 requests", requests, .milliseconds, besides: "curl", peer, goal: 2)
    try report.add(
      "services: memory of 10,000 requests", run("requests", 10_000), .megabytes, peer: "of 1,000",
      run("requests", 1000), goal: 1.05)
    let queue = try measure(.milliseconds, repeats: 3, by: wallTime) { try run("queue", 1000) }
    try report.add("services: a queue of 1,000 mutations", queue, .milliseconds, peer: "its requests", requests)
  }
}
