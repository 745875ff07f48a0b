import Foundation
import OKitEngine

/// A server on loopback that passes requests on to another one, and from a certain request on answers 403.
package final class Relay {
  private let server: HTTPServer
  package var url: String { server.url }

  /// - Parameters:
  ///   - target: The URL of the other server.
  ///   - count: The number of requests that are passed on.
  ///   - answer: Returns another response; nil for that of the server.
  package init(
    _ target: String, count: Int,
    answer: @escaping @Sendable (HTTPServer.Request) -> HTTPServer.Response? = { _ in nil }
  ) throws {
    let counter = Counter()
    server = try HTTPServer { request in
      if let response = answer(request) { return response }
      guard counter.next() <= count else { return .complete(403) }
      return Self.pass(request, to: target)
    }
  }

  /// The requests that have arrived.
  package var requests: [HTTPServer.Request] { server.requests }

  private static func pass(_ request: HTTPServer.Request, to target: String) -> HTTPServer.Response? {
    let words = request.line.split(separator: " ")
    guard words.count == 2, let url = URL(string: target + words[1]) else { return nil }
    let curl = Process()
    let (input, output) = (Pipe(), Pipe())
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    var arguments = ["-s", "-i", "--raw", "-X", String(words[0]), "--data-binary", "@-", "-H", "Expect:"]
    for name in ["Content-Type", "If-Match", "If-None-Match"] {
      arguments += ["-H", request.header(name).map { "\(name): \($0)" } ?? "\(name):"]
    }
    if words[0] == "GET" { arguments.removeAll { ["--data-binary", "@-"].contains($0) } }
    curl.arguments = arguments + [url.absoluteString]
    (curl.standardInput, curl.standardOutput) = (input, output)
    do { try curl.run() } catch { return nil }
    input.fileHandleForWriting.write(Data(request.body))
    try? input.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    return bytes.isEmpty ? nil : HTTPServer.Response(Array(bytes), closes: true)
  }

  private final class Counter: @unchecked Sendable {  // The lock guards the number.
    private let lock = NSLock()
    private var number = 0

    func next() -> Int {
      lock.withLock {
        number += 1
        return number
      }
    }
  }
}
