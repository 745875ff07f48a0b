package import OKitEngine

/// The server of HTTP models, and how it is used.
package struct Endpoint: Sendable {
  /// The URL below which the documents are; without a query.
  package var url: HTTPURL
  package var settings = EndpointSettings()
  /// Headers of each request.
  package var headers: [(name: String, value: String)] = []
  /// The maximum size of a body in bytes, after decompression.
  package var maximumBody = 256 << 20
  /// Whether the command line has set the URL.
  package var isOfCommandLine = false

  package init(url: HTTPURL) { self.url = url }

  /// Returns the URL of an endpoint.
  ///
  /// - Throws: `http.url`.
  package static func url(parsing text: String) throws(Diagnostic) -> HTTPURL {
    // A query may be secret.
    let base = text.prefix { !"?#".contains($0) }
    var problem: Diagnostic
    do {
      let url = try HTTPURL(String(base))
      if base.endIndex == text.endIndex { return url }
      problem = Diagnostic(
        "http.url", "\"\(base)\" is followed by a query or a fragment, which the URL of an endpoint cannot have")
    } catch {
      let isUser = error.message.contains("a user name or a password")
      problem = Diagnostic(
        "http.url", error.message, hint: isUser ? "write them into a file for --credentials-file" : error.hint)
    }
    throw problem
  }

  /// Returns the method of writes with a name.
  ///
  /// - Throws: `http.method`.
  package static func method(parsing text: String) throws(Diagnostic) -> StorageRequest.Method {
    switch text.uppercased() {
    case "PUT": return .put
    case "POST": return .post
    default:
      throw Diagnostic(
        "http.method", "\"\(PrintableText.escaped(text))\" is not a method of an endpoint; use PUT or POST")
    }
  }
}
