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
  private let certificate: TestCertificate?
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameter certificate: For TLS; only lighttpd has it.
  package init(_ kind: Kind, _ certificate: TestCertificate? = nil) throws {
    self.certificate = certificate
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
    process.executableURL = root.appendingPathComponent("tools/http-server.sh")
    process.arguments = [kind.rawValue] + (certificate.map { [$0.path] } ?? [])
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    guard let url = Self.line(of: output).split(separator: " ").first else {
      throw Diagnostic("test.server", "\(kind.rawValue) does not start")
    }
    self.url = String(url)
  }

  private static func line(of output: Pipe) -> String {
    var line = Data()
    while line.last != 0x0A, case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Kills the server at once, and starts it again with the same files.
  package func killAndStart() throws {
    for (command, answer) in [("kill", "killed"), ("start", url)] {
      try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
      guard Self.line(of: output).hasPrefix(answer) else {
        throw Diagnostic("test.server", "the server does not \(command)")
      }
    }
  }

  deinit {
    // The script ends with its input, and ends the server.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
