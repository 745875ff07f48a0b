import Foundation
import NIOCore
import NIOPosix
import OKitEngine

extension Workload {
  static let live = Workload(
    name: "live", about: "the bookshop as a live page: actions, 100 windows, the size of updates, and a browser"
  ) { surroundings, report in
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    try LiveAnswers(LiveServer(surroundings, documents: "live", on: loop), loop).report(to: report)
    let server = try LiveServer(surroundings, documents: "live", on: loop)
    try LiveWindows(server).report(to: report)
    try LiveSizes(server).report(to: report)
    try LivePaint(surroundings).report(to: report)
  }
}

/// The time from an action to its answer, beside a server that sends each message back. Both take turns, so that other
/// programs disturb both.
private struct LiveAnswers {
  private static let (blocks, rounds) = (25, 20)

  let server: LiveServer
  let echo: ServerProcess
  let page: LivePage
  let echoed: ClientSocket

  init(_ server: LiveServer, _ loop: any EventLoop) throws {
    self.server = server
    echo = try ServerProcess("/proc/self/exe", [SeparateProcess.argument, SeparateProcess.echo.name], end: .input)
    page = try server.page()
    echoed = try ClientSocket.open(port: Int(echo.firstLine) ?? 0, on: loop)
  }

  func report(to report: Report) throws {
    _ = try run()
    let (server, echo) = (try server.process.processorTime(), try echo.processorTime())
    var (taps, backs, echoes) = ([Double](), [Double](), [Double]())
    for _ in 0..<Self.blocks {
      let block = try run()
      taps += block.taps
      backs += block.backs
      echoes += block.echoes
    }
    try add("tap a book", taps, beside: echoes, to: report)
    try add("back to the list", backs, beside: echoes, to: report)
    func microseconds(_ process: ServerProcess, since start: Double) throws -> Double {
      (try process.processorTime() - start) * 1e6 / Double(echoes.count)
    }
    try report.add(
      "live: processor time of an action", microseconds(self.server.process, since: server), .microseconds,
      peer: "NIO echo", microseconds(self.echo, since: echo))
  }

  private func run() throws -> (taps: [Double], backs: [Double], echoes: [Double]) {
    let text = try LivePage.act(["tap": "row:0/0"], number: 1, instance: 1).jsonBytes()
    var (taps, backs, echoes) = ([Double](), [Double](), [Double]())
    for round in 0..<Self.rounds {
      taps.append(try page.act(["tap": .string("row:\(round)/0")]).milliseconds)
      backs.append(try page.act("back").milliseconds)
    }
    for _ in 0..<2 * Self.rounds {
      echoes.append(try echoed.send(text) { $0 == text }.wait().milliseconds)
    }
    return (taps, backs, echoes)
  }

  private func add(_ name: String, _ times: [Double], beside echoes: [Double], to report: Report) throws {
    for (label, share, goal) in [("p50", 0.5, nil), ("p99", 0.99, 5.0)] {
      let peer = Peers.Finding(value: echoes.quantile(share), result: 0)
      try report.add(
        "live: \(name), \(label)", times.quantile(share), .milliseconds, besides: [("NIO echo", peer)], result: 0,
        goal: goal)
    }
  }
}

/// As many windows as the server opens, all with the list.
private struct LiveWindows {
  private static let (count, changes, idleSeconds) = (100, 50, 5.0)

  let server: LiveServer

  init(_ server: LiveServer) { self.server = server }

  func report(to report: Report) throws {
    let first = try server.page()
    try first.act(["tap": "row:0/0"])
    try first.act("back")
    let before = try server.process.memory()
    let others = try (1..<Self.count).map { _ in try server.page() }
    try report.add(
      "live: memory of a window", (server.process.memory() - before) / Double(others.count), .bytes)
    try report.add("live: 5 s of 100 idle windows", idle(), .milliseconds, goal: 1)
    var times: [Double] = []
    for number in 0..<Self.changes {
      let updates = try others.map { try $0.awaitUpdate() }
      let change = try first.act(number.isMultiple(of: 2) ? ["quick": "row:0/0"] : "undo")
      let last = try updates.map { try $0.wait().messages.last?.time ?? 0 }.max() ?? 0
      times.append((last - change.start) * 1000)
    }
    try report.add("live: a change in 100 windows, p50", times.median, .milliseconds, goal: 100)
    try report.add("live: the slowest of 50", times.max() ?? 0, .milliseconds, goal: 100)
    for page in others + [first] { try page.close() }
  }

  /// Returns the processor time of the server while nothing happens. The first ping comes after 20 s.
  private func idle() throws -> Double {
    Thread.sleep(forTimeInterval: 1)
    let start = try server.process.processorTime()
    Thread.sleep(forTimeInterval: Self.idleSeconds)
    return (try server.process.processorTime() - start) * 1000
  }
}

/// The bytes of an update, beside the whole screen that it leads to, which a page gets when it is reloaded.
private struct LiveSizes {
  let server: LiveServer

  init(_ server: LiveServer) { self.server = server }

  func report(to report: Report) throws {
    var page = try server.page()
    func add(_ name: String, _ action: JSONValue, goal: Double) throws {
      let update = try page.update(action)
      try page.close()
      page = try server.page(reopening: page)
      try report.add(
        "live: \(name)", Double(update.count), .bytes, peer: "the whole screen", Double(page.screen.count), goal: goal)
    }
    try add("a change in the list", ["quick": "row:0/0"], goal: 0.02)
    try add("a tap that opens a book", ["tap": "row:0/0"], goal: 1.1)
    try page.act(["tap": "right:edit"])
    try add("a typed key", ["edit": "row:0/0/control", "text": "A"], goal: 0.2)
    try page.close()
  }
}

/// The time from a tap to the frame that shows the next screen, in Chromium.
private struct LivePaint {
  /// What the script ends with if there is no browser, after it has said so.
  private static let skipped: Int32 = 77

  let surroundings: Surroundings

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  func report(to report: Report) throws {
    guard let python = Program.find("python3") else { return }
    let script = "\(surroundings.root)/tools/bench-live.py"
    let ending = try python.run([script, try Program.okitRun(surroundings).path])
    if ending.status == Self.skipped { return }
    guard ending.status == 0 else { throw BenchError("\(script) ended with \(ending.status)") }
    let findings = try Peers.findings(in: ending.output, of: script)
    for (name, label) in [("tap", "tap a book"), ("back", "back to the list")] {
      try report.add("live: \(label), to paint, p50", findings.required("\(name)-p50").value, .milliseconds)
      try report.add("live: \(label), to paint, p99", findings.required("\(name)-p99").value, .milliseconds, goal: 50)
    }
  }
}
