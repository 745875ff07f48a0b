import Foundation
import OKitEngine
import OKitHTTP

extension Workload {
  static let http = Workload(name: "http", about: "100 documents and 100 models on a server, loaded and stored") {
    surroundings, report in
    let server = try LoopbackServer(surroundings)
    let (count, body) = (100, Array(repeating: UInt8(ascii: "7"), count: 10_000))
    let names = (1...count).map { "\($0).json" }
    let file = "\(surroundings.scratch)/body.json"
    try Files.write(body, to: file)

    func transfer(_ method: StorageRequest.Method, _ body: [UInt8]?) throws {
      var options = EndpointOptions()
      options.url = try ScriptEndpoint.url(parsing: server.url)
      let transport = EndpointTransport(EndpointConfiguration(options, permitted: .only([])), clock: .system)
      var failed: StorageRequestFailure?
      for name in names {
        transport.send(StorageRequest(method, name, body: body)) {
          if case .failure(let failure) = $0 { failed = failure }
        }
      }
      while transport.unfinishedCount > 0 { transport.advance(waiting: 10) }
      if let failed { throw failed.diagnostic }
    }
    /// Includes the start of the process.
    func curl(_ arguments: [String]) throws -> Double? {
      guard let curl = Program.find("curl") else { return nil }
      let options = ["--silent", "--no-progress-meter", "--fail", "--parallel", "--parallel-max", "6"]
      return try measure(.milliseconds, repeats: 11, by: wallTime) {
        guard try curl.run(options + arguments).status == 0 else { throw BenchError("curl has failed") }
      }
    }
    let store = try measure(.milliseconds, repeats: 11, by: wallTime) { try transfer(.put, body) }
    let stored = try curl(names.flatMap { ["--upload-file", file, "\(server.url)/\($0)"] })
    try report.add("http: store 100 documents", store, .milliseconds, besides: "curl --parallel", stored, goal: 1)
    let load = try measure(.milliseconds, repeats: 11, by: wallTime) { try transfer(.get, nil) }
    let loaded = try curl(names.flatMap { ["--output", "/dev/null", "\(server.url)/\($0)"] })
    try report.add("http: load 100 documents", load, .milliseconds, besides: "curl --parallel", loaded, goal: 1)
    try HTTPModels(surroundings, server.url).report(to: report)
  }
}

/// An application with 100 models on a server, as a process that loads them, or also changes and stores each. Its
/// stores are durable on this machine before they are sent. curl reads and writes the same documents.
private struct HTTPModels {
  static let count = 100
  let binary: Program
  let folder: String
  let url: String
  let hello: [String]

  static let script = """
    local Shop = okit.ModelHttp:extend("Shop", { number = 0, text = ("7"):rep(10000) })
    local shops, sum, names = {}, 0, {}
    for i = 1, \(count) do names[i] = "m" .. i end
    okit.Model.prefetch(table.unpack(names))
    for i = 1, \(count) do
      shops[i] = okit.Model.register(Shop, "m" .. i)
      sum = sum + shops[i].number
    end
    print(sum)
    if arg[1] ~= "store" then return end
    for _, shop in ipairs(shops) do shop.number = shop.number + 1 end
    okit.Model.state(function() for _, shop in ipairs(shops) do okit.Model.store(shop) end end)
    assert(okit.Model.storeState():wait())
    """

  init(_ surroundings: Surroundings, _ url: String) throws {
    binary = try Program.okitRun(surroundings)
    (folder, self.url) = (surroundings.scratch, url)
    hello = surroundings.start("examples/hello.lua", in: "hello")
    try Files.write(Array(Self.script.utf8), to: "\(folder)/models.lua")
  }

  /// Runs the application.
  ///
  /// - Returns: The sum of the numbers of all models, before they are changed.
  @discardableResult
  private func run(_ arguments: String...) throws -> Int? {
    let options = ["\(folder)/models.lua", "--documents", "\(folder)/models", "--endpoint", url, "--"]
    let ending = try binary.run(options + arguments)
    guard ending.status == 0 else { throw BenchError("the models have failed: \(ending.output)") }
    return Int(ending.output.prefix { $0 != "\n" })
  }

  func report(to report: Report) throws {
    try run("store")
    let load = try measure(.milliseconds, repeats: 11, by: wallTime) { try run("load") }
    var stores = 1
    let store = try measure(.milliseconds, repeats: 11, by: wallTime) {
      try run("store")
      stores += 1
    }
    try Self.check(run("load"), stores)
    let (loaded, stored) = (try curl { try $0.load() }, try curl { try $0.store() })
    try report.add("http: load 100 models", load, .milliseconds, besides: "curl --parallel", loaded, goal: 1.5)
    try report.add(
      "http: load, change and store 100 models", store, .milliseconds, besides: "curl --parallel", stored, goal: 2)
    let start = try binary.milliseconds(hello, repeats: 41)
    let unused = try binary.milliseconds(hello + ["--endpoint", url], repeats: 41)
    try report.add(
      "http: start with an endpoint that is not used", unused, .milliseconds, peer: "without one", start, goal: 1.05)
  }

  private static func check(_ sum: Int?, _ stores: Int) throws {
    guard sum == stores * count else { throw BenchError("\(stores) stores of \(count) models have left \(sum ?? -1)") }
  }

  /// curl with the documents of the models.
  private struct Transfers {
    let program: Program
    let folder: String
    let url: String
    private static let options = [
      "--silent", "--no-progress-meter", "--fail", "--parallel", "--parallel-max", "6",
    ]

    private func run(_ arguments: (String) -> [String]) throws {
      let names = (1...HTTPModels.count).map { "m\($0).json" }
      guard try program.run(Self.options + names.flatMap(arguments)).status == 0 else {
        throw BenchError("curl has failed")
      }
    }

    /// Writes the documents to files, which takes longer than transferring them.
    func prepare() throws { try run { ["--output", "\(folder)/\($0)", "\(url)/\($0)"] } }

    func load() throws { try run { ["--output", "/dev/null", "\(url)/\($0)"] } }

    func store() throws {
      try load()
      try run { ["--upload-file", "\(folder)/\($0)", "\(url)/\($0)"] }
    }
  }

  private func curl(_ work: (Transfers) throws -> Void) throws -> Double? {
    guard let curl = Program.find("curl") else { return nil }
    let transfers = Transfers(program: curl, folder: folder, url: url)
    try transfers.prepare()
    return try measure(.milliseconds, repeats: 11, by: wallTime) { try work(transfers) }
  }
}

/// A WebDAV server that `tools/http-server.sh` starts and stops.
final class LoopbackServer {
  let url: String
  private let process: ServerProcess

  init(_ surroundings: Surroundings) throws {
    process = try ServerProcess("\(surroundings.root)/tools/http-server.sh", ["lighttpd"], end: .input)
    guard let url = process.firstLine.split(separator: " ").first else { throw BenchError("the server does not start") }
    self.url = String(url)
  }
}
