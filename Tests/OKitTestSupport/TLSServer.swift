import Foundation

/// A certificate authority of the tests, and a server on loopback whose certificate it has signed.
package final class TLSServer {
  /// What is wrong with the certificate.
  package enum Flaw: CaseIterable, Sendable {
    case none, otherHost, expired, selfSigned
  }

  package let port: Int
  /// The file with the certificate of the authority.
  package var authorities: String { "\(folder.path)/authority.pem" }
  private let folder: TestFolder
  private let process = Process()

  /// - Parameters:
  ///   - responses: Complete responses by their paths; empty for a page about the connection.
  ///   - port: 0 for any free one.
  package init(_ flaw: Flaw, _ responses: [String: String] = [:], port: Int = 0) throws {
    var files = responses
    files.merge([
      "authority.cnf": """
      [ca]
      default_ca = tests
      [tests]
      database = index.txt
      new_certs_dir = .
      serial = serial.txt
      default_md = sha256
      policy = any
      [any]
      commonName = supplied
      [host]
      subjectAltName = \(flaw == .otherHost ? "DNS:example.org" : "IP:127.0.0.1")
      """,
      "index.txt": "", "serial.txt": "01\n",
    ]) { $1 }
    folder = try TestFolder(files)
    let folder = folder
    func run(_ arguments: String) throws { try Self.run(arguments, in: folder) }
    try run("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout authority.key -out authority.pem")
    if flaw == .selfSigned {
      try run(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=server -addext subjectAltName=IP:127.0.0.1"
          + " -keyout server.key -out server.pem")
    } else {
      try run("req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr")
      let dates = flaw == .expired ? "-startdate 20200101000000Z -enddate 20200201000000Z" : "-days 2"
      try run(
        "ca -batch -notext -config authority.cnf -extensions host \(dates) -cert authority.pem"
          + " -keyfile authority.key -in server.csr -out server.pem")
    }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:\(port)", responses.isEmpty ? "-www" : "-HTTP", "-cert", "server.pem", "-key",
      "server.key",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
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

  private static func run(_ arguments: String, in folder: TestFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "openssl \(arguments) failed"])
    }
  }
}
