import Foundation
package import OKitLive

/// A client on loopback that sends any bytes. It waits for what the server sends, at most for five minutes.
package final class RawClient {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  private let descriptor: Int32
  private var isOpen = true
  private var buffer: [UInt8] = []
  /// What has to live as long as the client, such as the server.
  package var owner: AnyObject?

  /// - Parameter receives: The number of bytes that the system keeps for a client that does not read; nil for many.
  package init(port: Int, receives: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receives { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
    var timeout = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("cannot connect: \(String(cString: strerror(errno)))") }
  }

  deinit { close() }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    Foundation.close(descriptor)
  }

  /// Closes the connection without the goodbye of TCP.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  // MARK: Bytes

  /// Sends bytes; false if the server has closed the connection.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads what is there into the buffer; false at the end.
  private func fill() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count < 0, errno == EAGAIN { throw Failure("the server sends nothing") }
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }

  /// Reads to the end of the connection.
  package func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { buffer = [] }
    return buffer
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { guard try fill() else { throw Failure("the connection was closed") } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  // MARK: HTTP

  package struct Response {
    package let status: Int
    package let headers: [String: String]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// Null for what is not JSON, which fails an expectation.
    package var json: JSONValue { (try? JSONValue.parse(json: body)) ?? .null }
  }

  package func readResponse(hasBody: Bool = true) throws -> Response {
    let end = Array("\r\n\r\n".utf8)
    var length: Int?
    while length == nil {
      length = (0...max(0, buffer.count - 4)).first { buffer.count >= $0 + 4 && Array(buffer[$0..<$0 + 4]) == end }
      if length == nil, try !fill() { throw Failure("no response") }
    }
    let lines = String(decoding: try take((length ?? 0) + 4), as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let size = headers["content-length"].flatMap { Int($0) } ?? 0
    return Response(status: Int(words[1]) ?? 0, headers: headers, body: hasBody ? try take(size) : [])
  }

  /// Sends a request of a script and reads the response.
  package static func request(
    _ line: String, port: Int, token: String?, headers: [String] = [], host: String = "127.0.0.1", body: String = ""
  ) throws -> Response {
    let client = try RawClient(port: port)
    var lines = ["\(line) HTTP/1.1", "Host: \(host)"] + headers
    if let token { lines.append("Authorization: Bearer \(token)") }
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    client.send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
    return try client.readResponse(hasBody: !line.hasPrefix("HEAD"))
  }

  // MARK: WebSocket

  /// Sends the request that opens a WebSocket.
  package func requestSocket(
    token: String?, host: String = "127.0.0.1", origin: String? = "http://127.0.0.1", subprotocol: String = "okit.1"
  ) throws -> Response {
    let protocols = [subprotocol, token.map { "token.\($0)" }].compactMap(\.self).joined(separator: ", ")
    send(
      """
      GET /socket HTTP/1.1\r
      Host: \(host)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Protocol: \(protocols)\r
      \(origin.map { "Origin: \($0)\r\n" } ?? "")\r\n
      """)
    return try readResponse()
  }

  /// Returns a frame with a mask of zeros, unless another first byte or no mask is asked for.
  package static func frame(_ payload: [UInt8], first: UInt8 = 0x81, isMasked: Bool = true, size: Int? = nil) -> [UInt8]
  {
    let (size, mask) = (size ?? payload.count, isMasked ? UInt8(0x80) : 0)
    var bytes = [first]
    switch size {
    case ..<126: bytes.append(mask | UInt8(size))
    case ..<65_536: bytes += [mask | 126, UInt8(size >> 8), UInt8(size & 0xFF)]
    default: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    }
    if isMasked { bytes += [0, 0, 0, 0] }
    return bytes + payload
  }

  @discardableResult
  package func send(_ message: PageMessage) throws -> Bool { send(Self.frame(try message.jsonValue.jsonBytes())) }

  /// Reads the next frame.
  package func readFrame() throws -> (opcode: UInt8, payload: [UInt8]) {
    let head = try take(2)
    var size = Int(head[1] & 0x7F)
    if size == 126 { size = try take(2).reduce(0) { $0 << 8 | Int($1) } }
    if size == 127 { size = try take(8).reduce(0) { $0 << 8 | Int($1) } }
    return (head[0] & 0x0F, try take(size))
  }

  /// Reads the next message, and answers pings before it.
  package func readMessage() throws -> JSONValue {
    while true {
      let (opcode, payload) = try readFrame()
      switch opcode {
      case 1: return try JSONValue.parse(json: payload)
      case 9: send(Self.frame(payload, first: 0x8A))
      case 8: throw Failure("the server has closed the socket: \(payload)")
      default: break
      }
    }
  }

  /// Reads messages up to one with this type.
  package func readMessage(_ type: String) throws -> JSONValue {
    while true {
      let message = try readMessage()
      if message["type"] == .string(type) { return message }
    }
  }

  /// Reads frames up to the close frame, and returns its code.
  package func readCloseCode() throws -> Int {
    while true {
      let (opcode, payload) = try readFrame()
      if opcode == 8 { return payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
    }
  }
}
