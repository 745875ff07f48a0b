import Foundation
import OKitEngine

/// A real server with a temporary folder, which `tools/http-server.sh` starts and stops.
package final class WebDAVServer {
  package enum Kind: String, Sendable {
    /// Honours conditions: exactly one of several writers with one entity tag succeeds.
    case lighttpd
    /// Ignores conditions.
    case nginx
  }

  package let url: String
  private let process = Process()
  private let input = Pipe()

  package init(_ kind: Kind) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("tools/http-server.sh")
    process.arguments = [kind.rawValue]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var line = Data()
    while line.last != 0x0A, case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    guard let url = String(decoding: line, as: UTF8.self).split(separator: " ").first else {
      throw Diagnostic("test.server", "\(kind.rawValue) does not start")
    }
    self.url = String(url)
  }

  deinit {
    // The script ends with its input, and ends the server.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
