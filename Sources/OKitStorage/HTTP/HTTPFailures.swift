/// The errors of requests, with the URL as their place.
enum HTTPFailures {
  /// Returns the error for a response with an unexpected status.
  static func status(_ response: StorageResponse, to method: StorageRequest.Method, at url: String) -> Diagnostic {
    let hint: String? =
      switch response.status {
      case 401, 403: "pass the credentials of the host \(HintPhrase.credentials)"
      case 405, 501: "the server does not allow \(method.rawValue); \(HintPhrase.endpointMethod) PUT or POST"
      case 409: "create the folder of the endpoint on the server"
      case 507: "the server has no space left"
      default: nil
      }
    return Diagnostic(
      "http.status", "the server answered \(method.rawValue) with the status \(response.status)",
      place: Diagnostic.Place(file: url), hint: hint)
  }

  static func body(_ problem: String, at url: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("http.body", problem, place: Diagnostic.Place(file: url), hint: hint)
  }

  static func noConditions(_ reason: String, at url: String, isStored: Bool = false) -> Diagnostic {
    Diagnostic(
      "http.noConditions",
      "\(reason), so that changes of others could be overwritten\(isStored ? "" : "; nothing was stored")",
      place: Diagnostic.Place(file: url),
      hint:
        "use a server with ETags and If-Match, or set conditions = false in okit.Model.endpoint: the last writer wins")
  }

  static func outOfTime(at url: String) -> Diagnostic {
    Diagnostic(
      "http.timeout", "the server did not respond within the time limit of the script",
      place: Diagnostic.Place(file: url), hint: "raise the time limit of a turn for a slow server")
  }

  static func endOfSession(at url: String) -> Diagnostic {
    Diagnostic(
      "http.timeout", "the server did not acknowledge the changes before the session ended",
      place: Diagnostic.Place(file: url))
  }

  static func notStored(at url: String) -> Diagnostic {
    Diagnostic(
      "http.notStored", "the server has accepted the content, but does not have it afterwards",
      place: Diagnostic.Place(file: url),
      hint: "something else may have answered, such as a login page; \(HintPhrase.endpointMethod) PUT or POST")
  }

  /// Returns the warning about a content that others have removed.
  static func restored(at url: String) -> Diagnostic {
    Diagnostic(
      "storage.missing", "the document was removed from the server; it is stored again", severity: .warning,
      place: Diagnostic.Place(file: url))
  }

  /// Returns the error for a path that something else has changed as well.
  static func conflict(_ problem: String, at url: String) -> Diagnostic {
    Diagnostic("http.conflict", problem, place: Diagnostic.Place(file: url))
  }

  /// Whether a request can succeed when it is sent again.
  static func isTemporary(status: Int) -> Bool {
    status >= 500 && status != 501 && status != 507 || [408, 425, 429].contains(status)
  }

  static func isTemporary(_ failure: StorageRequestFailure) -> Bool {
    // A response that is not complete may be so the next time.
    ["http.timeout", "http.unreachable"].contains(failure.diagnostic.code)
      || failure.diagnostic.code == "http.body" && failure.wasSent && !failure.isTooLarge
  }

  /// Returns the seconds that a server asks a client to wait; nil where it names none.
  static func retryAfter(_ response: StorageResponse) -> Double? {
    response.headers["retry-after"].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }
}

extension Diagnostic {
  /// Whether a request has failed: its cause is not the content.
  package var isFailedRequest: Bool { code.rawValue.hasPrefix("http.") && code != "http.conflict" }
}
