/// Splits a stream of bytes into messages, each after a header with its `Content-Length`.
///
/// A stream that breaks the protocol loses messages, and never the position for good: the next header is found again.
struct MessageReader {
  /// The maximum length of a message; longer ones are skipped.
  var maximumLength = 128 << 20
  /// The maximum length of the headers of one message.
  private static let maximumHeader = 16 << 10

  private var buffer: [UInt8] = []
  private var start = 0
  /// The rest of a message that is skipped.
  private var skipped = 0

  /// What the bytes held: a message, or something else in its place.
  enum Part: Equatable {
    case message([UInt8])
    /// A message that is too long, or bytes without a header.
    case invalid(String)
  }

  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start == buffer.count || start > 1 << 20 {
      buffer.removeFirst(start)
      start = 0
    }
    let ignored = min(skipped, bytes.count)
    skipped -= ignored
    buffer += bytes.dropFirst(ignored)
  }

  /// Returns the next part that is complete; nil until more bytes arrive.
  mutating func next() -> Part? {
    guard let end = headerEnd() else {
      guard buffer.count - start > Self.maximumHeader else { return nil }
      // A header may have begun in the last bytes.
      start = buffer.count - Self.lengthKey.count
      return .invalid("no Content-Length in \(Self.maximumHeader) bytes")
    }
    guard let length = contentLength(in: buffer[start..<end]) else {
      start = end
      return .invalid("a header without a valid Content-Length")
    }
    guard length <= maximumLength else {
      skipped = max(0, length - (buffer.count - end))
      start = min(buffer.count, end + length)
      return .invalid("a message of \(length) bytes; at most \(maximumLength) are read")
    }
    guard buffer.count - end >= length else { return nil }
    start = end + length
    return .message(Array(buffer[end..<start]))
  }

  /// The offset after the empty line that ends the headers.
  private func headerEnd() -> Int? {
    let limit = min(buffer.count, start + Self.maximumHeader)
    var index = start
    while index < limit {
      if buffer[index] == 0x0A {
        if index + 1 < limit, buffer[index + 1] == 0x0A { return index + 2 }
        if index + 2 < limit, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A { return index + 3 }
      }
      index += 1
    }
    return nil
  }

  private static let lengthKey = Array("content-length:".utf8)

  /// The length that a header gives. Bytes of a message with a wrong length may come before it.
  private func contentLength(in header: ArraySlice<UInt8>) -> Int? {
    let key = Self.lengthKey
    guard header.count > key.count else { return nil }
    let lower = header.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard let found = (0...(lower.count - key.count)).last(where: { lower[$0...].starts(with: key) }) else {
      return nil
    }
    let digits = lower[(found + key.count)...].drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    // More digits are not a length.
    guard (1...12).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension JSONRPC {
  /// Returns a message with its header.
  static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
