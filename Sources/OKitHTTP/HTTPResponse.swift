/// The response of a server, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status = 0
  /// With names in lower case; the values of repeated headers are joined by commas.
  package var headers: [String: String] = [:]
  /// The body after decompression.
  package var body: [UInt8] = []
}

/// Builds a response from header lines and bytes of the body.
struct HTTPResponseBuilder {
  private(set) var response = HTTPResponse()
  /// Why it has refused bytes.
  private(set) var failure: HTTPFailure?
  private let maximumBody: Int
  private var headSize = 0
  private var isHeadComplete = false

  static let maximumHead = 64 << 10

  init(maximumBody: Int) { self.maximumBody = maximumBody }

  /// - Returns: false for headers that are too long or contradict each other.
  mutating func header(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headSize += bytes.count
    guard headSize <= Self.maximumHead else {
      return refuse(.size, "the headers of the response are longer than \(Self.maximumHead >> 10) KiB")
    }
    let line = String(decoding: bytes, as: UTF8.self).trimmed
    if line.hasPrefix("HTTP/") { return begin(line) }
    // The lines after the head are trailers, which must not replace headers.
    if isHeadComplete { return true }
    if line.isEmpty { return endHead() }
    guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
      return refuse(.response, "invalid response: a header has no name")
    }
    let name = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmed
    guard let first = response.headers[name] else {
      response.headers[name] = value
      return true
    }
    // Two lengths are two responses for whoever believes the other one.
    if name == "content-length", first != value {
      return refuse(.response, "invalid response: it has two different lengths")
    }
    if name != "content-length" { response.headers[name] = "\(first), \(value)" }
    return true
  }

  /// Begins a response, also after informational ones (1xx).
  private mutating func begin(_ line: String) -> Bool {
    guard response.status < 200, let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return isHeadComplete ? true : refuse(.response, "invalid response: it has no status")
    }
    (response.status, response.headers, isHeadComplete) = (status, [:], false)
    return true
  }

  private mutating func endHead() -> Bool {
    isHeadComplete = true
    guard let coding = response.headers["transfer-encoding"], coding.lowercased() != "chunked" else { return true }
    return refuse(.response, "invalid response: unsupported transfer encoding \"\(coding)\"")
  }

  /// The failure of a body that is larger than the maximum.
  var tooLarge: HTTPFailure { HTTPFailure(.size, "the response is larger than \(maximumBody >> 20) MiB") }

  /// - Returns: false for a body that is too large.
  mutating func content(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard response.body.count + bytes.count <= maximumBody else {
      failure = tooLarge
      return false
    }
    response.body.append(contentsOf: bytes)
    return true
  }

  private mutating func refuse(_ kind: HTTPFailure.Kind, _ message: String) -> Bool {
    failure = HTTPFailure(kind, message)
    return false
  }
}

extension StringProtocol {
  /// Without white space and line ends at both ends.
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
