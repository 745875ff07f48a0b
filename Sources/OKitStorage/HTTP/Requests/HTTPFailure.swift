/// The reason why a request has no response.
package struct HTTPFailure: DescribedError, Equatable {
  package enum Kind: Sendable, CaseIterable {
    /// libcurl is not installed.
    case library
    /// The host of the URL, or the address that its name has, is not permitted.
    case permission
    case unreachable
    case timeout
    /// The request was cancelled.
    case cancelled
    /// The session ends, or a limit of the script is reached.
    case stopped
    /// A certificate is not valid, or TLS failed.
    case tls
    case size
    /// The bytes are not a complete HTTP response.
    case response
    case failed
  }

  package let kind: Kind
  package let message: String
  /// Whether the server may have received the request.
  package var wasSent = false
  /// What the transport of the program has thrown; nil for another failure.
  package var underlying: UnderlyingError?

  /// How to solve the problem.
  package let hint: String?

  package var diagnostic: Diagnostic { diagnostic(as: "net.failed") }

  /// Returns the failure as an error.
  package func diagnostic(as code: Diagnostic.Code, at place: Diagnostic.Place? = nil) -> Diagnostic {
    var diagnostic = Diagnostic(code, message, place: place, hint: hint)
    diagnostic.underlyingError = underlying
    return diagnostic
  }

  package init(_ kind: Kind, _ message: String, hint: String? = nil) {
    (self.kind, self.message, self.hint) = (kind, message, hint)
  }
}
