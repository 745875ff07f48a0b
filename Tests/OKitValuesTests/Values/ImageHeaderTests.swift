import OKitValues
import Testing

@Suite struct ImageHeaderTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
    signature + [0, 0, 0, 13] + Array("IHDR".utf8) + width + height + [8, 2, 0, 0, 0] + [1, 2, 3, 4]
  }

  /// A segment with its length.
  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  private static func frame(_ marker: UInt8, _ width: UInt16, _ height: UInt16) -> [UInt8] {
    segment(
      marker,
      [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0])
  }

  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  @Test func png() {
    let header = ImageHeader(Self.png([0, 0, 2, 0], [0, 0, 0, 7]) + [1, 2, 3])
    #expect(header?.format == .png && header?.width == 512 && header?.height == 7)
    #expect(ImageHeader(Self.png([0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1]))?.width == 0x7FFF_FFFF)
  }

  @Test(arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC9, 0xCF] as [UInt8]) func jpeg(_ marker: UInt8) {
    let tables = Self.segment(0xDB, [UInt8](repeating: 1, count: 65)) + Self.segment(0xC4, [1, 2, 3])
    let bytes = Self.start + Self.jfif + tables + [0xFF, 0xFF] + Self.frame(marker, 640, 480)
    let header = ImageHeader(bytes)
    #expect(header?.format == .jpeg && header?.width == 640 && header?.height == 480)
    // A thumbnail in another segment does not count.
    let thumbnail = Self.start + Self.segment(0xE1, Self.start + Self.frame(0xC0, 1, 1)) + Self.frame(0xC0, 9, 8)
    #expect(ImageHeader(thumbnail)?.width == 9)
  }

  @Test func whatIsNoImage() {
    let texts: [[UInt8]] = [
      [], [0xFF], Self.start, Array("GIF89a".utf8), Self.signature, Self.png([0, 0, 0, 0], [0, 0, 0, 1]),
      Self.png([0x80, 0, 0, 0], [0, 0, 0, 1]), Self.png([0, 0, 0, 1], [0, 0, 0, 0]),
      Self.start + Self.frame(0xC0, 0, 1), Self.start + Self.frame(0xC0, 1, 0), Self.start + Self.frame(0xC4, 1, 1),
      Self.start + [0xFF, 0xDA, 0, 2] + Self.frame(0xC0, 1, 1), Self.start + [0xFF, 0xD9] + Self.frame(0xC0, 1, 1),
      Self.start + [0xFF, 0xE0, 0, 1] + Self.frame(0xC0, 1, 1), Self.start + [1, 2, 3, 4],
    ]
    for bytes in texts { #expect(ImageHeader(bytes) == nil, "\(bytes)") }
    for bytes in [Self.png([0, 0, 0, 1], [0, 0, 0, 1]), Self.start + Self.frame(0xC0, 1, 1)] {
      let end = bytes.count - (bytes[0] == 0x89 ? 0 : 4)
      for count in 0..<end { #expect(ImageHeader(Array(bytes[..<count])) == nil, "\(count) of \(bytes)") }
    }
  }

  @Test func theSearchEnds() {
    let fill = Self.start + [UInt8](repeating: 0xFF, count: 100_000)
    #expect(ImageHeader(fill) == nil)
    let segments = (0..<20_000).flatMap { _ in Self.segment(0xE2, []) }
    #expect(ImageHeader(Self.start + segments + Self.frame(0xC0, 1, 1)) == nil)
  }
}
