/// The format and the size of an image, read from the beginning of its bytes. The image itself is never decoded.
package struct ImageHeader: Hashable, Sendable {
  package enum Format: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
  }

  package let format: Format
  /// In pixels, at least 1.
  package let width: Int
  package let height: Int

  /// Returns nil for bytes that are not PNG or JPEG, and for those whose header is damaged. O(segments before the
  /// size).
  package init?(_ bytes: [UInt8]) {
    guard let header = bytes.withUnsafeBufferPointer({ Self.png($0) ?? Self.jpeg($0) }) else { return nil }
    self = header
  }

  private init?(_ format: Format, width: Int, height: Int, upTo limit: Int) {
    guard (1...limit).contains(width), (1...limit).contains(height) else { return nil }
    (self.format, self.width, self.height) = (format, width, height)
  }

  // MARK: PNG

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let pngHeader: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8)

  /// The signature is followed by the chunk `IHDR` (ISO/IEC 15948, 5.2 and 11.2.2), whose sizes are at most 2^31 - 1.
  private static func png(_ bytes: UnsafeBufferPointer<UInt8>) -> ImageHeader? {
    guard bytes.count >= 33, bytes.starts(with: pngSignature), bytes[8..<16].elementsEqual(pngHeader) else {
      return nil
    }
    return ImageHeader(.png, width: number(bytes, 16, 4), height: number(bytes, 20, 4), upTo: 0x7FFF_FFFF)
  }

  // MARK: JPEG

  /// The maximum number of segments before the frame header. Files have a few dozen.
  private static let maximumSegments = 10_000

  /// Goes through the segments (ITU-T T.81, B.1.1) to the frame header, which has the size.
  private static func jpeg(_ bytes: UnsafeBufferPointer<UInt8>) -> ImageHeader? {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var position = 2
    for _ in 0..<maximumSegments {
      guard position + 4 <= bytes.count, bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      // A marker may be preceded by fill bytes.
      if marker == 0xFF {
        position += 1
        continue
      }
      switch marker {
      case 0x01, 0xD0...0xD7: position += 2
      // The scan or the end: an image with its size after the scan (DNL) does not tell it here.
      case 0x00, 0xD8...0xDA: return nil
      default:
        let length = number(bytes, position + 2, 2)
        guard length >= 2 else { return nil }
        if isFrame(marker) {
          guard length >= 8, position + 9 <= bytes.count else { return nil }
          return ImageHeader(
            .jpeg, width: number(bytes, position + 7, 2), height: number(bytes, position + 5, 2), upTo: 0xFFFF)
        }
        position += 2 + length
      }
    }
    return nil
  }

  /// Markers 0xC0 to 0xCF begin a frame, except those for tables: DHT, JPG and DAC.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// Returns a number of some bytes, the highest first.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
