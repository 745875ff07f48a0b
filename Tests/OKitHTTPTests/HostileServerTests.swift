import Foundation
import OKitEngine
import OKitHTTP
import OKitTestSupport
import Testing

/// Servers that break off, contradict themselves or never end. Nothing that is not a complete response arrives as one.
@Suite struct HostileServerTests {
  private func transport(_ server: HTTPServer, timeout: Double = 60) throws -> TestTransport {
    try TestTransport(server) {
      try $0.setTimeout(timeout)
      try $0.setMaximumBody(1000)
    }
  }

  static let body = #"{"books":[{"name":"Dune"},{"name":"Emma"}]}"#

  /// The gzip form of `body`, as `gzip -9n` writes it.
  static let compressed: [UInt8] = {
    let (gzip, input, output) = (Process(), Pipe(), Pipe())
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-9n"]
    (gzip.standardInput, gzip.standardOutput) = (input, output)
    guard (try? gzip.run()) != nil else { return [] }
    input.fileHandleForWriting.write(Data(body.utf8))
    try? input.fileHandleForWriting.close()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }()

  /// Complete responses.
  struct Sample: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
  }

  static let complete: [Sample] = [
    Sample(
      testDescription: "length",
      bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nETag: \"1\"\r\n\r\n\(body)".utf8)),
    Sample(
      testDescription: "chunks",
      bytes: Array(
        """
        HTTP/1.1 200 OK\r\nTransfer-Encoding: \
        chunked\r\n\r\n5\r\n\(body.prefix(5))\r\n26\r\n\(body.dropFirst(5))\r\n0\r\n\r\n
        """
        .utf8)),
    Sample(
      testDescription: "gzip",
      bytes: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(compressed.count)\r\n\r\n".utf8)
        + compressed),
  ]

  @Test(arguments: complete)
  func `a response that is cut after any byte is a failure`(sample: Sample) throws {
    let bytes = sample.bytes
    let cut = Cut(bytes)
    let server = try HTTPServer { _ in cut.next() }
    let transport = try transport(server)
    for count in 0..<bytes.count {
      let result = transport.get("shop.json")
      // Without the very last byte, all chunks are complete.
      let isComplete = sample.testDescription == "chunks" && count == bytes.count - 1
      #expect(result.summary == (isComplete ? "200" : "http.body sent"), "cut after \(count) bytes")
    }
    #expect(transport.get("shop.json").response?.body == Array(Self.body.utf8))
  }

  @Test func `compressed bytes without their end are a failure, whatever the length says`() throws {
    for count in 0..<Self.compressed.count {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(count)\r\n\r\n"
      let bytes = Array(head.utf8) + Self.compressed.prefix(count)
      let server = try HTTPServer { _ in HTTPServer.Response(bytes) }
      #expect(try transport(server).get("shop.json").summary == "http.body sent", "\(count) bytes")
    }
  }

  /// "hello" as deflate (RFC 1951).
  static let hello: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

  /// `hello` as gzip, in a stored block.
  static let zipped = gzip([1, 7, 0, 0xF8, 0xFF] + hello, 0x7B82_2AE0, 7)

  /// A member of gzip (RFC 1952), by default of "hello".
  static func gzip(_ content: [UInt8], _ checksum: UInt32 = 0x3610_A686, _ count: UInt32 = 5) -> [UInt8] {
    let end = [checksum, count].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + content + end
  }

  @Test(
    arguments: [
      ("deflate", [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15], "hello"),
      // Without the header of zlib.
      ("deflate", hello, "hello"),
      ("deflate", [0xCB, 0x48, 0xCD], "invalid response: the end of its compressed body is missing"),
      ("deflate", [0xFF, 0xFF, 0xFF], "invalid response: its body is not valid deflate"),
      ("deflate", hello + [0], "invalid response: its body is not valid deflate"),
      ("gzip", hello, "invalid response: its body is not valid gzip"),
      // Several members of gzip, each with an end of its own.
      ("gzip", gzip(hello) + gzip(hello) + gzip([0x03, 0x00], 0, 0), "hellohello"),
      ("gzip", gzip(hello) + gzip(hello).dropLast(), "invalid response: the end of its compressed body is missing"),
      ("gzip", gzip(hello) + [0x1F], "invalid response: the end of its compressed body is missing"),
      ("gzip", gzip(hello) + [0x00], "invalid response: its body is not valid gzip"),
      ("gzip", gzip(hello) + hello, "invalid response: its body is not valid gzip"),
      // Codings in the order in which they were applied.
      ("deflate, gzip", zipped, "hello"), ("deflate , identity,\tX-GZIP,", zipped, "hello"),
      ("gzip, deflate", zipped, "invalid response: its body is not valid gzip"),
      ("", Array("plain".utf8), "plain"), (",", Array("plain".utf8), "plain"),
      (" identity", Array("plain".utf8), "plain"),
      ("gzip,gzip,gzip,gzip,gzip,gzip", [0], "invalid response: its body is encoded 6 times; expected at most 5"),
      ("br", [0x0B], "invalid response: unsupported content encoding \"br\"; expected gzip, deflate or none"),
      ("gzip, br", [0x0B], "invalid response: unsupported content encoding \"br\"; expected gzip, deflate or none"),
    ] as [(String, [UInt8], String)])
  func `content encodings`(coding: String, bytes: [UInt8], expected: String) throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
    let server = try HTTPServer { _ in HTTPServer.Response(Array(head.utf8) + bytes) }
    let result = try transport(server).get("shop.json")
    let found = result.response.map { String(decoding: $0.body, as: UTF8.self) } ?? result.failure?.diagnostic.message
    #expect(found?.contains(expected) == true, "\(found ?? "none")")
  }

  @Test func `each wrong byte in compressed bytes is noticed`() throws {
    // The header of gzip has bytes without a meaning: time, compression level and system.
    for index in Array(0..<4) + Array(10..<Self.compressed.count) {
      var bytes = Self.compressed
      bytes[index] ^= 1
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
      let server = try HTTPServer { [bytes] _ in HTTPServer.Response(Array(head.utf8) + bytes) }
      let result = try transport(server).get("shop.json")
      #expect(result.failure != nil || result.response?.body == Array(Self.body.utf8), "byte \(index)")
    }
  }

  static let heads: [(String, String)] = [
    ("Content-Length: 1", "200"), ("Content-Length: 1\r\nContent-Length: 2", "http.body sent"),
    ("Content-Length: -1", "http.body sent"), ("Content-Length: x", "http.body sent"),
    ("Content-Length: 3", "http.body sent"), ("Content-Length: 1001", "http.body sent"),
    ("Content-Length: 99999999999999999999", "http.body sent"), ("Content-Length: 2\r\nContent-Length: 2", "200"),
    ("Content-Length: 2\r\nContent-Encoding: gzip", "http.body sent"),
    ("Content-Length: 2\r\nContent-Encoding: br", "http.body sent"),
    ("Content-Length: 2\r\nContent-Encoding: gzip, gzip", "http.body sent"),
    ("Content-Length: 2\r\nContent-Encoding: identity", "200"),
    ("Transfer-Encoding: chunked", "http.body sent"), ("Transfer-Encoding: gzip", "http.body sent"),
    ("Transfer-Encoding: gzip, chunked", "http.body sent"),
    ("Content-Length: 2\r\nETag: \"a\"", "200"), ("Content-Length: 2\r\nETag: W/\"a\"", "200"),
    ("Content-Length: 2\r\nETag: \"\"", "200"), ("Content-Length: 2\r\nETag: 5f3-a", "200"),
    ("Content-Length: 2\r\nETag: \"a\"\r\nETag: \"b\"", "http.body sent"),
    ("Content-Length: 2\r\nETag: \"a\"\r\nETag: \"a\"", "200"),
    ("Content-Length: 2\r\nETag: \"a\", \"b\"", "http.body sent"), ("Content-Length: 2\r\nETag: *", "200"),
    ("Content-Length: 2\r\nETag: a,b", "http.body sent"), ("Content-Length: 2\r\nETag: \"a", "http.body sent"),
    ("Content-Length: 2\r\nETag: \"a b\"", "http.body sent"), ("Content-Length: 2\r\nETag:", "http.body sent"),
    ("Content-Length: 2\r\nETag: W/", "http.body sent"), ("Content-Length: 2\r\nETag: \"\u{7F}\"", "http.body sent"),
    ("Content-Length: 2\r\n: x", "http.body sent"), ("Content-Length: 2\r\nX", "http.body sent"),
    ("Content-Length: 2\r\nX: \(String(repeating: "x", count: 70_000))", "http.body sent"),
    ("Content-Length: 2\r\nLocation: /other", "200"),
  ]

  @Test(arguments: heads)
  func `each header is checked`(head: String, summary: String) throws {
    let server = try HTTPServer { _ in HTTPServer.Response("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n{}") }
    #expect(try transport(server).get("shop.json").summary == summary)
  }

  static let statuses: [(String, String)] = [
    ("", "http.body sent"), ("SSH-2.0-OpenSSH\r\n\r\n", "http.body sent"), ("HTTP/1.1\r\n\r\n", "http.body sent"),
    ("HTTP/1.1 abc\r\n\r\n", "http.body sent"), ("HTTP/1.1 100 Continue\r\n\r\n", "http.body sent"),
    ("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}", "http.body sent"),
    ("HTTP/1.1 206 Part\r\nContent-Length: 2\r\n\r\n{}", "http.body sent"),
    ("HTTP/1.1 304 Same\r\n\r\n", "304"), ("HTTP/1.1 300 Many\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n", "300"),
    ("HTTP/1.1 404 None\r\nContent-Length: 4\r\n\r\nnone", "404"),
    ("HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n", "500"),
    ("HTTP/1.1 500 Broken\r\nContent-Length: 5\r\n\r\n", "http.body sent"),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "200"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}and more", "200"),
  ]

  @Test(arguments: statuses)
  func `each status line is checked`(response: String, summary: String) throws {
    let server = try HTTPServer { _ in HTTPServer.Response(response) }
    #expect(try transport(server).get("shop.json").summary == summary)
  }

  @Test func `bytes without a length could miss their end`() throws {
    let server = try HTTPServer { _ in HTTPServer.Response("HTTP/1.1 200 OK\r\n\r\n{}") }
    #expect(try transport(server).get("_data/1.raw").summary == "http.body sent")
    // A document that misses its end is not JSON.
    #expect(try transport(server).get("shop.json").summary == "200")
  }

  @Test func `an endless body ends at the limit`() throws {
    let endless =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nx\r\n", count: 100_000)
    let server = try HTTPServer { _ in HTTPServer.Response(endless, closes: false) }
    #expect(try transport(server).get("shop.json").summary == "http.body sent")
  }

  @Test func `a small compressed body cannot become a large one`() throws {
    let size = 100 << 20
    let (gzip, output) = (Process(), Pipe())
    gzip.executableURL = URL(fileURLWithPath: "/bin/sh")
    gzip.arguments = ["-c", "head -c \(size) /dev/zero | gzip -1"]
    gzip.standardOutput = output
    try gzip.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8)
    let server = try HTTPServer { _ in HTTPServer.Response(head + bytes) }
    let small = try TestTransport(server) { try $0.setMaximumBody(1 << 20) }
    let failure = small.get("shop.json").failure
    #expect(failure?.diagnostic.message == "the response is larger than 1 MiB" && failure?.isTooLarge == true)
    let large = try TestTransport(server) { try $0.setMaximumBody(size) }
    #expect(large.get("shop.json").response?.body.count == size)
  }

  /// A member without content, any number of times.
  @Test(arguments: ["gzip", "gzip, gzip"])
  func `compressed bytes without content end at the limit`(coding: String) throws {
    let members = Array(repeatElement(Self.gzip([0x03, 0x00], 0, 0), count: 1000).joined())
    let (zip, input, output) = (Process(), Pipe(), Pipe())
    zip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    (zip.standardInput, zip.standardOutput) = (input, output)
    try zip.run()
    input.fileHandleForWriting.write(Data(members))
    try input.fileHandleForWriting.close()
    let zipped = Array(output.fileHandleForReading.readDataToEndOfFile())
    let bytes = coding == "gzip" ? members : zipped
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
    let server = try HTTPServer { _ in HTTPServer.Response(Array(head.utf8) + bytes) }
    let small = try TestTransport(server) { try $0.setMaximumBody(10_000) }
    #expect(small.get("shop.json").failure?.isTooLarge == true)
    let large = try TestTransport(server) { try $0.setMaximumBody(30_000) }
    #expect(large.get("shop.json").response?.body == [])
  }

  @Test func `a body that does not end in time is a failure`() throws {
    let server = try HTTPServer { _ in
      HTTPServer.Response("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}", closes: false)
    }
    #expect(try transport(server, timeout: 1).get("shop.json").summary == "http.timeout sent")
  }
}

/// A response that is cut after one byte more each time.
private final class Cut: @unchecked Sendable {  // The lock guards the count.
  private let lock = NSLock()
  private let bytes: [UInt8]
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func next() -> HTTPServer.Response {
    lock.withLock {
      defer { count += 1 }
      return HTTPServer.Response(Array(bytes.prefix(count)))
    }
  }
}
