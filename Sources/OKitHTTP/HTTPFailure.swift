/// The reason why there is no response.
package struct HTTPFailure: Error, Equatable {
  package enum Kind: Sendable {
    /// libcurl is not installed.
    case library
    /// The host of the URL, or the address that its name has, is not permitted.
    case permission
    case unreachable
    case timeout
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

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}
