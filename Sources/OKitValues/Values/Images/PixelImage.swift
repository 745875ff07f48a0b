/// An image of one pixel.
package enum PixelImage {
  /// Returns the pixel as PNG (ISO/IEC 15948): truecolor with alpha, 8 bits for each part of the color.
  package static func png(_ color: ColorValue) -> [UInt8] {
    let header = bigEndian(1) + bigEndian(1) + [8, 6, 0, 0, 0]
    // The line of the pixel begins with its filter: none.
    let line: [UInt8] = [0, color.red, color.green, color.blue, color.alpha]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", zlib(line)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + checked + bigEndian(crc32(checked))
  }

  /// The bytes as a zlib stream (RFC 1950) of one stored block (RFC 1951, 3.2.4).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let lengths = [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
    return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(adler32(bytes))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
