/// Builds a response from header lines and bytes of the body.
struct HTTPResponseBuilder {
  /// The response without its body.
  private(set) var response = HTTPResponse()
  private let body: HTTPBody
  private let request: HTTPRequest
  private var headFailure: HTTPFailure?
  private var headSize = 0
  private var isHeadComplete = false
  private var isHTTP1 = true

  static let maximumHead = 64 << 10

  init(_ request: HTTPRequest) {
    self.request = request
    body = HTTPBody(maximum: request.maximumBody)
  }

  /// Why it has refused bytes.
  var failure: HTTPFailure? { headFailure ?? body.failure }

  /// The failure of a body that is larger than the maximum.
  var tooLarge: HTTPFailure { body.tooLarge }

  // MARK: Head

  /// - Returns: false for headers that are too long or contradict each other.
  mutating func header(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headSize += bytes.count
    guard headSize <= Self.maximumHead else {
      return refuse(.size, "the headers of the response are longer than \(Self.maximumHead >> 10) KiB")
    }
    let line = bytes.withoutSpace
    if line.starts(with: "HTTP/".utf8) { return begin(String(decoding: line, as: UTF8.self)) }
    // The lines after the head are trailers, which must not replace headers.
    if isHeadComplete { return true }
    if line.isEmpty { return endHead() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon != line.startIndex else {
      return refuse(.response, "invalid response: a header has no name")
    }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = String(decoding: line[(colon + 1)...].withoutSpace, as: UTF8.self)
    guard let first = response.headers[name] else {
      response.headers[name] = value
      return true
    }
    // A proxy may use the other length, and read another response then. With two tags, the version is unknown.
    if let what = Self.single[name] {
      return first == value || refuse(.response, "invalid response: it has two different \(what)")
    }
    response.headers[name] = first + (name == "set-cookie" ? "\n" : ", ") + value
    return true
  }

  /// Headers that a response has once, as messages call them.
  private static let single = ["content-length": "lengths", "etag": "entity tags", "location": "locations"]

  /// Begins a response, also after informational ones (1xx).
  private mutating func begin(_ line: String) -> Bool {
    guard response.status < 200, let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return isHeadComplete ? true : refuse(.response, "invalid response: it has no status")
    }
    (response.status, response.headers, isHeadComplete) = (status, [:], false)
    isHTTP1 = line.hasPrefix("HTTP/1")
    return true
  }

  private mutating func endHead() -> Bool {
    isHeadComplete = true
    let headers = response.headers
    response.isDelimited =
      !isHTTP1 || !hasBody || headers["content-length"] != nil || headers["transfer-encoding"] != nil
    if let coding = headers["transfer-encoding"], coding.lowercased() != "chunked" {
      return refuse(.response, "invalid response: unsupported transfer encoding \"\(coding)\"")
    }
    return !hasBody || readCodings(headers["content-encoding"] ?? "")
  }

  /// The most codings of one body. Each takes time; no server needs more than one.
  private static let maximumCodings = 5

  /// - Parameter list: The names of codings, with commas; it may be empty.
  private mutating func readCodings(_ list: String) -> Bool {
    let codings = list.lowercased().split(separator: ",")
      .map { String(decoding: $0.utf8.withoutSpace, as: UTF8.self) }.filter { !["", "identity"].contains($0) }
    if let unknown = codings.first(where: { !["gzip", "x-gzip", "deflate"].contains($0) }) {
      // A caller that has sent its own Accept-Encoding decodes the body itself.
      return request.has("accept-encoding")
        || refuse(
          .response, "invalid response: unsupported content encoding \"\(unknown)\"; expected gzip, deflate or none")
    }
    guard codings.count <= Self.maximumCodings else {
      return refuse(
        .response,
        "invalid response: its body is encoded \(codings.count) times; expected at most \(Self.maximumCodings)")
    }
    return codings.isEmpty || body.beginDecompressing(codings)
  }

  private var hasBody: Bool {
    request.method != "HEAD" && response.status >= 200 && ![204, 304].contains(response.status)
  }

  private mutating func refuse(_ kind: HTTPFailure.Kind, _ message: String) -> Bool {
    headFailure = HTTPFailure(kind, message)
    return false
  }

  // MARK: Body

  /// Whether the receiver of a stream gets the body.
  var isStream: Bool { request.onData != nil && (200..<300).contains(response.status) }

  /// Returns the bytes that have arrived, and forgets them.
  func takeBody() -> [UInt8] { body.take() }

  /// - Returns: false for a body that is too large, or that cannot be decompressed.
  func content(_ bytes: UnsafeRawBufferPointer) -> Bool { body.add(bytes) }

  /// Returns the complete response.
  ///
  /// - Throws: `HTTPFailure`.
  func end() throws(HTTPFailure) -> HTTPResponse {
    // libcurl accepts a connection that closes inside of the headers.
    guard isHeadComplete else { throw HTTPFailure(.response, "invalid response: the end of its headers is missing") }
    var response = response
    response.body = try body.end()
    return response
  }
}

extension BidirectionalCollection<UInt8> {
  /// Without white space and line ends at both ends.
  fileprivate var withoutSpace: SubSequence {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let rest = drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return rest }
    return rest[...last]
  }
}
