import Glibc
import OKitStorage

/// The port and the token of a served application.
struct ServeAddress {
  var port: Int?
  /// 256 bits in the alphabet of base64 for URLs.
  var token: String

  init(port: Int? = nil, token: String = newToken()) { (self.port, self.token) = (port, token) }

  var url: String { "http://127.0.0.1:\(port ?? 0)/#\(token)" }

  static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    return String(
      DataValue(bytes: bytes).base64.compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  fileprivate static func isToken(_ text: String) -> Bool {
    text.utf8.count == 43
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}

/// The file that keeps the address of an application for a documents directory. Only the user can read it.
struct ServeAddressFile {
  let path: String
  private let documents: String

  /// Returns nil for a user without a home folder.
  ///
  /// - Parameter documents: The documents directory.
  init?(documents: String, _ environment: Environment = Environment()) {
    guard let state = environment.folder(.stateHome, orHome: ".local/state") else { return nil }
    // Links are not followed: the folder may not exist yet.
    self.documents = LocalFile.absolutePath(of: documents)
    let name = self.documents.split(separator: "/").last.map(String.init) ?? "documents"
    let checksum = XXHash64.text(XXHash64.checksum(Array(self.documents.utf8)))
    path = "\(state)/okit-run/serve/\(name.prefix(100))-\(checksum).json"
  }

  /// Returns the address; a new one if there is none that only the user could have read.
  ///
  /// - Throws: `file.read`.
  func read() throws -> ServeAddress {
    var status = stat()
    guard let text = try LocalFile.read(path), stat(path, &status) == 0, status.st_mode & 0o077 == 0,
      status.st_uid == geteuid(), let json = try? JSONValue.parse(json: text),  // What is damaged is replaced.
      case .string(let token)? = json["token"], ServeAddress.isToken(token)
    else { return ServeAddress() }
    guard case .int(let port)? = json["port"], (1...65_535).contains(port) else { return ServeAddress(token: token) }
    return ServeAddress(port: port, token: token)
  }

  /// - Throws: `file.write`.
  func write(_ address: ServeAddress) throws {
    let json: JSONValue = [
      "documents": .string(documents), "port": .int(address.port ?? 0), "token": .string(address.token),
    ]
    // A file that others can read is replaced by one that they cannot.
    unlink(path)
    try LocalFile.write(try json.json(pretty: true) + "\n", to: path)
  }
}
