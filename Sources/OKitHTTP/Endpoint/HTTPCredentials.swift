internal import Glibc

/// The credentials of servers, from a file that only its owner can read.
///
/// They are sent to the server of the endpoint and to nobody else. No script, message or log contains them.
package struct HTTPCredentials: Sendable {
  /// The values of the header `Authorization` by host, or by host and port.
  private var values: [String: String] = [:]
  /// The tokens and passwords.
  private(set) var secrets: [String] = []

  /// Reads `{"host": {"bearer": …}}` or `{"host": {"user": …, "password": …}}`.
  ///
  /// - Throws: `http.credentials`, without a part of the content.
  package init(file path: String) throws(Diagnostic) {
    let bytes = try Self.read(path)
    let json: JSONValue
    do { json = try JSONValue.parse(json: bytes, file: path) } catch {
      // The message quotes the content.
      throw Self.failure(
        "the credentials file is not valid JSON", path,
        at: (error as? Diagnostic)?.place ?? Diagnostic.Place(file: path))
    }
    guard case .object(let hosts) = json else {
      throw Self.failure("the credentials file must contain a JSON object", path)
    }
    for (host, entry) in hosts {
      let authorization = try Self.authorization(entry, host, path)
      values[try Self.name(host, path)] = authorization.value
      secrets += [authorization.secret, String(authorization.value.drop { $0 != " " }.dropFirst())]
    }
  }

  /// Returns the value of the header `Authorization` for a server; nil if the file has none for it.
  package func authorization(for url: HTTPURL) -> String? { values["\(url.host):\(url.port)"] ?? values[url.host] }

  // MARK: Reading

  private static let maximumSize = 1 << 20

  private static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    var status = stat()
    do throws(FileError) {
      let file = try RegularFile.open(path)
      guard fstat(file.number, &status) == 0 else { throw .last() }
      if status.st_mode & 0o077 == 0 { return try file.readAll(limit: maximumSize) }
    } catch { throw failure("cannot read the credentials file: \(error.reason)", path, hint: error.hint) }
    let mode = String(status.st_mode & 0o777, radix: 8)
    throw failure(
      "other users have access to the credentials file: its mode is 0\(mode), expected 0600", path,
      hint: "run chmod 600 \(path)")
  }

  /// Returns the name of a host with or without a port.
  private static func name(_ host: String, _ path: String) throws(Diagnostic) -> String {
    guard let url = try? HTTPURL("http://\(host)"), url.target == "/", !host.contains("/") else {
      throw failure(
        "\"\(PrintableText.escaped(host))\" is not the name of a host, with or without a port", path,
        hint: "use for example example.org or example.org:8080")
    }
    return host.dropFirst(host.hasPrefix("[") ? url.host.count : 0).contains(":") ? "\(url.host):\(url.port)" : url.host
  }

  private static func authorization(
    _ entry: JSONValue, _ host: String, _ path: String
  ) throws(Diagnostic) -> (value: String, secret: String) {
    guard case .object(let members) = entry else { throw wrong(host, path) }
    var texts: [String: String] = [:]
    for (name, value) in members {
      guard ["bearer", "user", "password"].contains(name) else {
        throw failure(
          "unknown name \"\(PrintableText.escaped(name))\" for \"\(host)\"", path,
          hint: NearestName.hint(for: name, in: ["bearer", "user", "password"]))
      }
      guard case .string(let text) = value, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw failure("\"\(name)\" for \"\(host)\" must be a string without control characters", path)
      }
      texts[name] = text
    }
    switch (texts["bearer"], texts["user"], texts["password"]) {
    case (let token?, nil, nil):
      guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw failure("\"bearer\" for \"\(host)\" has a character that a token cannot have", path)
      }
      return ("Bearer \(token)", token)
    case (nil, let user?, let password?):
      // The password begins after the first colon.
      guard !user.contains(":") else { throw failure("\"user\" for \"\(host)\" has a colon", path) }
      return ("Basic \(DataValue(bytes: Array("\(user):\(password)".utf8)).base64)", password)
    default: throw wrong(host, path)
    }
  }

  private static func wrong(_ host: String, _ path: String) -> Diagnostic {
    failure(
      "\"\(host)\" needs either \"bearer\", or \"user\" and \"password\"", path,
      hint: #"use {"host": {"bearer": "…"}} or {"host": {"user": "…", "password": "…"}}"#)
  }

  private static func failure(
    _ message: String, _ path: String, at place: Diagnostic.Place? = nil, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic("http.credentials", message, place: place ?? Diagnostic.Place(file: path), hint: hint)
  }
}
