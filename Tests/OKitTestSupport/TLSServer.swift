import Foundation

/// A server on loopback with a certificate, which gives prepared responses.
package final class TLSServer {
  package typealias Flaw = TestCertificate.Flaw

  package let port: Int
  /// The file with the certificate of the authority.
  package var authorities: String { certificate.authorities }
  private let certificate: TestCertificate
  private let process = Process()

  /// - Parameters:
  ///   - responses: Complete responses by their paths; empty for a page about the connection.
  ///   - port: 0 for any free one.
  package init(_ flaw: Flaw, _ responses: [String: String] = [:], port: Int = 0) throws {
    certificate = try TestCertificate(flaw, responses)
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:\(port)", responses.isEmpty ? "-www" : "-HTTP", "-cert", "server.pem", "-key",
      "server.key",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: certificate.folder.path)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It prints the address on which it listens: "ACCEPT 127.0.0.1:41355".
    var text = ""
    while !text.contains("ACCEPT"), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
    }
    guard
      let port = port > 0
        ? port : text.split(whereSeparator: \.isWhitespace).last?.split(separator: ":").last.flatMap({ Int($0) })
    else { throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "openssl printed \(text)"]) }
    self.port = port
  }

  /// Ends the server, so that another one can have its port.
  package func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { kill(process.processIdentifier, SIGKILL) }
}
