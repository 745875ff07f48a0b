import Foundation

/// A certificate for a server on loopback, signed by a certificate authority of the tests.
package struct TestCertificate {
  /// What is wrong with the certificate.
  package enum Flaw: CaseIterable, Sendable {
    case none, otherHost, expired, selfSigned
  }

  /// Has `server.pem`, `server.key` and what the authority needs.
  let folder: TestFolder
  /// The file with the certificate of the authority.
  package var authorities: String { "\(folder.path)/authority.pem" }
  /// The file with the certificate of the server and its key.
  package var path: String { "\(folder.path)/both.pem" }

  /// - Parameter files: Further files in the folder.
  package init(_ flaw: Flaw = .none, _ files: [String: String] = [:]) throws {
    var files = files
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
    try folder.write(try folder.read("server.key") + folder.read("server.pem"), to: "both.pem")
  }

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
