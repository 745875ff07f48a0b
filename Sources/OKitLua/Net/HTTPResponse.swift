import OKitEngine

/// The response of a server.
struct HTTPResponse: Equatable {
  var status = 0
  /// With names in lower case; values of a name that came again are joined by commas.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  static let maximumHead = 64 << 10
  static let maximumBody = 16 << 20

  /// Reads a response from a source of bytes.
  ///
  /// - Throws: `net.response` for what is not HTTP, `net.size` for too much of it, and what the source throws.
  init(isHead: Bool, from source: inout HTTPSource) throws {
    // Skips informational responses (1xx).
    repeat { try readHead(&source) } while (100..<200).contains(status) && status != 101
    if isHead || status == 204 || status == 304 { return }
    if let codings = headers["transfer-encoding"] {
      guard codings.lowercased() == "chunked" else { throw Self.broken("unsupported transfer encoding \"\(codings)\"") }
      try readChunks(&source)
    } else if let text = headers["content-length"] {
      let lengths = Set(text.split(separator: ",").map { $0.trimmed })
      guard lengths.count == 1, let length = lengths.first.flatMap(Self.decimal) else {
        throw Self.broken("its Content-Length is not a number")
      }
      try append(length, &source)
    } else {
      while let bytes = try source.some(Self.maximumBody - body.count + 1) { try append(bytes) }
    }
  }

  static func broken(_ why: String) -> Diagnostic { Diagnostic("net.response", "invalid response: \(why)") }

  private static func decimal(_ text: String) -> Int? { text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil }

  // MARK: Head

  private mutating func readHead(_ source: inout HTTPSource) throws {
    headers = [:]
    var room = Self.maximumHead
    let first = try source.line(&room)
    let parts = first.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      let status = Self.decimal(String(parts[1])), status >= 100
    else { throw Self.broken("it does not start with an HTTP status line") }
    self.status = status
    while true {
      let line = try source.line(&room)
      if line.isEmpty { return }
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, !line.hasPrefix(" "), !line.hasPrefix("\t")
      else { throw Self.broken("a header has no name") }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmed
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
  }

  // MARK: Body

  private mutating func readChunks(_ source: inout HTTPSource) throws {
    while true {
      var room = 1024
      let text = try source.line(&room).prefix { $0 != ";" }.trimmed
      guard !text.isEmpty, text.utf8.count <= 8, text.allSatisfy(\.isHexDigit), let length = Int(text, radix: 16) else {
        throw Self.broken("a chunk has no size")
      }
      if length == 0 { break }
      try append(length, &source)
      guard try source.line(&room).isEmpty else { throw Self.broken("a chunk does not match its size") }
    }
    var room = Self.maximumHead
    while try !source.line(&room).isEmpty {}
  }

  private mutating func append(_ length: Int, _ source: inout HTTPSource) throws {
    guard length <= Self.maximumBody - body.count else { throw Self.tooLong }
    var left = length
    while left > 0 {
      guard let bytes = try source.some(left) else { throw Self.broken("it is incomplete") }
      try append(bytes)
      left -= bytes.count
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws {
    guard body.count + bytes.count <= Self.maximumBody else { throw Self.tooLong }
    body += bytes
  }

  private static let tooLong = Diagnostic("net.size", "the response is larger than \(maximumBody >> 20) MiB")
}

/// Bytes as they come, read in lines and in pieces.
struct HTTPSource {
  /// More bytes; none at the end.
  let more: () throws -> [UInt8]
  private var bytes: ArraySlice<UInt8> = []

  init(more: @escaping () throws -> [UInt8]) { self.more = more }

  /// At least one byte and at most so many; nil at the end.
  mutating func some(_ most: Int) throws -> ArraySlice<UInt8>? {
    if bytes.isEmpty { bytes = try more()[...] }
    guard !bytes.isEmpty else { return nil }
    defer { bytes = bytes.dropFirst(most) }
    return bytes.prefix(most)
  }

  /// A line without its end; it takes its length from the room that is left.
  mutating func line(_ room: inout Int) throws -> String {
    var line: [UInt8] = []
    while true {
      if bytes.isEmpty { bytes = try more()[...] }
      guard !bytes.isEmpty else { throw HTTPResponse.broken("it is incomplete") }
      let end = bytes.firstIndex(of: 0x0A)
      line += bytes[..<(end ?? bytes.endIndex)]
      bytes = end.map { bytes[($0 + 1)...] } ?? []
      guard line.count <= room else { throw Diagnostic("net.size", "the headers of the response are too long") }
      if end == nil { continue }
      room -= line.count + 1
      if line.last == 0x0D { line.removeLast() }
      guard !line.contains(0x0D), !line.contains(0) else {
        throw HTTPResponse.broken("its headers contain control characters")
      }
      return String(decoding: line, as: UTF8.self)
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
