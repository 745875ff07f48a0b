import Foundation
import OKitEngine
import OKitHTTP

extension Workload {
  static let http = Workload(name: "http", about: "100 documents on a server, loaded and stored") {
    surroundings, report in
    let server = try LoopbackServer(surroundings)
    let (count, body) = (100, Array(repeating: UInt8(ascii: "7"), count: 10_000))
    let names = (1...count).map { "\($0).json" }
    let file = "\(surroundings.scratch)/body.json"
    try Files.write(body, to: file)

    func transfer(_ method: StorageRequest.Method, _ body: [UInt8]?) throws {
      var options = EndpointOptions()
      options.url = try Endpoint.url(parsing: server.url)
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
  }
}

/// A WebDAV server that `tools/http-server.sh` starts and stops.
private final class LoopbackServer {
  let url: String
  private let process = Process()
  private let input = Pipe()

  init(_ surroundings: Surroundings) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "\(surroundings.root)/tools/http-server.sh")
    process.arguments = ["lighttpd"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var line = Data()
    while line.last != 0x0A, case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    guard let url = String(decoding: line, as: UTF8.self).split(separator: " ").first else {
      throw BenchError("the server does not start")
    }
    self.url = String(url)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
