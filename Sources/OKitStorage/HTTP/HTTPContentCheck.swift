/// Tells the content of a document from anything else that a server may send with the status 200, such as a login page.
enum HTTPContentCheck {
  /// - Throws: `http.body`.
  static func check(_ response: StorageResponse, _ path: String, at url: String) throws {
    let type = mediaType(response)
    let isDocument = HTTPVersion.keepsBody(path)
    if isPage(type), !path.hasSuffix(".html") {
      throw HTTPFailures.body(
        "expected \(isDocument ? "a JSON document" : "the bytes of a file"), the server sent text/html", at: url,
        hint: "a page such as that of a login is not data; check the URL and the credentials")
    }
    guard isDocument, !EncryptedContent.isContainer(response.body) else { return }
    if let type, !accepted.contains(type), !type.hasSuffix("+json") {
      throw HTTPFailures.body("expected a JSON document, the server sent \(type)", at: url)
    }
    do {
      try JSONReader.read(response.body) { reader in
        guard try reader.peekKind() == .object else {
          throw HTTPFailures.body("expected a JSON object, the server sent something else", at: url)
        }
        try reader.skipValue()
      }
    } catch let diagnostic as Diagnostic where diagnostic.code == "json.syntax" {
      throw HTTPFailures.body(
        "the server did not send a JSON document: \(diagnostic.message)", at: url,
        hint: "store a copy of the document there with another program"
      ).at(diagnostic.place)
    }
  }

  /// Whether a response is a page for a person.
  static func isPage(_ response: StorageResponse) -> Bool { isPage(mediaType(response)) }

  private static func isPage(_ type: String?) -> Bool { type == "text/html" }

  private static let accepted = ["application/json", "text/json", "text/plain", "application/octet-stream"]

  private static func mediaType(_ response: StorageResponse) -> String? {
    guard let value = response.headers["content-type"] else { return nil }
    // What most servers send needs no look at each character.
    for type in accepted where value.hasPrefix(type) {
      if [nil, UInt8(ascii: ";")].contains(value.utf8.dropFirst(type.utf8.count).first) { return type }
    }
    return value.split(separator: ";").first.map { String($0.filter { !$0.isWhitespace }).lowercased() }
  }
}
