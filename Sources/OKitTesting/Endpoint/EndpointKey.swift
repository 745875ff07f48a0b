/// The requests that an answer is for: `GET /shop.json`, `PUT /_image/*`, `GET https://example.org/x`.
struct EndpointKey {
  /// The key as the test has it.
  let text: String
  private let method: String
  /// A path below the endpoint, which begins with a slash, or a URL.
  private let target: String
  /// Whether the key ends with `*`, and is for everything that begins with `target`.
  private let isPrefix: Bool

  private static let methods = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "MKCOL"]

  /// - Throws: `lua.argument`.
  init(_ text: String) throws(Diagnostic) {
    self.text = text
    let space = text.firstIndex(of: " ") ?? text.endIndex
    method = String(text[..<space])
    guard Self.methods.contains(method) else {
      throw Diagnostic(
        "lua.argument", "endpoint: \"\(text)\" does not begin with a method",
        hint: NearestName.hint(for: method, in: Self.methods) ?? "use for example \"GET /shop.json\"")
    }
    var rest = text[space...].dropFirst()
    isPrefix = rest.hasSuffix("*")
    if isPrefix { rest.removeLast() }
    if rest.hasPrefix("/") {
      target = String(rest)
    } else if rest.contains("://") {
      target = try HTTPURL(String(rest)).text
    } else {
      throw Diagnostic(
        "lua.argument", "endpoint: \"\(text)\" has no path that begins with a slash, and no URL",
        hint: "use for example \"\(method) /shop.json\" or \"\(method) https://example.org/shop.json\"")
    }
  }

  /// Returns how well the key fits a request: the longer the better; nil if it does not.
  ///
  /// - Parameters:
  ///   - path: The path below the endpoint; nil for a request to another server.
  func fit(_ method: String, path: String?, url: String) -> Int? {
    guard self.method == method else { return nil }
    guard let given = target.hasPrefix("/") ? path : url else { return nil }
    guard isPrefix else { return given == target ? .max : nil }
    return given.hasPrefix(target) ? target.utf8.count : nil
  }
}
