import Testing

@testable import OKitServer

@Suite struct DeflateTests {
  @Test(arguments: [0, 1, 3, 4, 257, 258, 259, 70_000])
  func bytesAreTheSameAgain(count: Int) throws {
    var state: UInt64 = 51
    let random = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    let few = random.map { $0 & 3 }
    for bytes in [random, few, [UInt8](repeating: 7, count: count)] {
      let compressed = Deflate.zlib(bytes)
      #expect(try Inflater.bytes(of: compressed) == bytes)
      #expect(Array(compressed.suffix(4)) == Deflate.checksum(bytes))
    }
  }

  @Test func theChecksumIsAdler32() {
    #expect(Deflate.checksum(Array("Wikipedia".utf8)) == [0x11, 0xE6, 0x03, 0x98])
  }

  @Test func compressesFilesOfThePageForClientsThatAcceptIt() throws {
    let server = try TestServer()
    let plain = try server.request("GET /", token: nil)
    #expect(plain.text == "<!doctype html>")
    #expect(plain.headers["content-encoding"] == nil)
    let compressed = try server.request("GET /", ["Accept-Encoding: gzip, deflate, br"], token: nil)
    #expect(compressed.headers["content-encoding"] == "deflate")
    #expect(compressed.headers["vary"] == "Accept-Encoding")
    #expect(try Inflater.bytes(of: compressed.body) == Array("<!doctype html>".utf8))
    #expect(try server.request("GET /screen", ["Accept-Encoding: deflate"]).headers["content-encoding"] == nil)
  }
}

/// Reads zlib data of one block with the fixed codes.
private struct Inflater {
  struct Damaged: Error {}

  private let bytes: [UInt8]
  private var position = 16

  static func bytes(of compressed: [UInt8]) throws -> [UInt8] {
    guard compressed.count > 6, compressed[0] == 0x78 else { throw Damaged() }
    var inflater = Inflater(bytes: compressed)
    return try inflater.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static let lengths: [(base: Int, bits: Int)] =
    (3...10).map { ($0, 0) } + (1...5).flatMap { bits in (0..<4).map { ((4 + $0) << bits + 3, bits) } } + [(258, 0)]
  private static let distances: [(base: Int, bits: Int)] =
    (1...4).map { ($0, 0) } + (1...13).flatMap { bits in (0..<2).map { ((2 + $0) << bits + 1, bits) } }

  private mutating func read() throws -> [UInt8] {
    guard try number(3) == 0b011 else { throw Damaged() }
    var output: [UInt8] = []
    while true {
      let symbol = try symbol()
      if symbol == 256 { return output }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let length = Self.lengths[symbol - 257]
      let count = length.base + (try number(length.bits))
      let distance = Self.distances[try code(5)]
      let back = distance.base + (try number(distance.bits))
      guard back <= output.count else { throw Damaged() }
      for _ in 0..<count { output.append(output[output.count - back]) }
    }
  }

  private mutating func symbol() throws -> Int {
    let seven = try code(7)
    if seven < 0b0011000 { return 256 + seven }
    let eight = seven << 1 + (try code(1))
    if eight < 0xC0 { return eight - 0x30 }
    if eight < 0xC8 { return 280 + eight - 0xC0 }
    return 144 + eight << 1 + (try code(1)) - 0x190
  }

  private mutating func code(_ count: Int) throws -> Int {
    try (0..<count).reduce(0) { code, _ in code << 1 + (try number(1)) }
  }

  private mutating func number(_ count: Int) throws -> Int {
    var number = 0
    for bit in 0..<count {
      guard position / 8 < bytes.count else { throw Damaged() }
      number |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
      position += 1
    }
    return number
  }
}
