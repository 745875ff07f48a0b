/// The headers of a member of a tar archive, in the one form that backups have: POSIX ustar, after a pax header where
/// the path is not ASCII or longer than 100 bytes.
///
/// Each member has the mode 0600, no owner, and the time of the backup. So the bytes of the headers follow from the
/// manifest, and a reader compares them.
struct TarHeader {
  static let blockSize = 512
  /// The largest size that eleven octal digits can express.
  static let maximumSize = (1 << 33) - 1

  let path: String
  let size: Int
  /// Seconds since 1970.
  let time: Int

  /// The number of bytes that fill the last block of a content.
  static func padding(_ size: Int) -> Int { (blockSize - size % blockSize) % blockSize }

  var bytes: [UInt8] {
    let name = Array(path.utf8)
    guard name.count > 100 || !name.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return Self.block(name, size, time, "0")
    }
    let record = Self.record("path", name)
    return Self.block(Array("okit.pax".utf8), record.count, time, "x") + record
      + [UInt8](repeating: 0, count: Self.padding(record.count))
      // For a reader that does not know pax.
      + Self.block(Array("okit.member".utf8), size, time, "0")
  }

  /// Returns a record of a pax header: its own length, the key and the value.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var length = rest.count + 1
    while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
    return Array(String(length).utf8) + rest
  }

  private static func block(_ name: [UInt8], _ size: Int, _ time: Int, _ type: Unicode.Scalar) -> [UInt8] {
    var block: [UInt8] = []
    block.reserveCapacity(blockSize)
    func field(_ bytes: [UInt8], _ count: Int) {
      block += bytes.prefix(count)
      block += [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }
    func octal(_ number: Int, _ digits: Int) {
      let text = String(number, radix: 8)
      field(Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8), digits + 1)
    }
    field(name, 100)
    octal(0o600, 7)
    octal(0, 7)
    octal(0, 7)
    octal(size, 11)
    octal(time, 11)
    field(Array("        ".utf8), 8)
    field([UInt8(ascii: type)], 1)
    field([], 100)
    field(Array("ustar\0".utf8) + Array("00".utf8), 8)
    field([], 64)
    octal(0, 7)
    octal(0, 7)
    field([], 167)
    let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8)
    block.replaceSubrange(checksum, with: digits + [0, 0x20])
    return block
  }

  // MARK: Reading

  private static let checksum = 148..<156

  /// The fields of a block that error messages quote.
  struct Found {
    let name: String
    let type: UInt8
    /// Nil for a size that is not an octal number, or too large.
    let size: Int?
    let time: Int?
    let hasChecksum: Bool

    init(_ block: [UInt8]) {
      name = String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
      type = block[156]
      size = Self.octal(block[124..<136])
      time = Self.octal(block[136..<148])
      let sum = block.enumerated().reduce(0) { sum, byte in
        sum + (TarHeader.checksum.contains(byte.offset) ? 0x20 : Int(byte.element))
      }
      hasChecksum = Self.octal(block[TarHeader.checksum].prefix(7)) == sum
    }

    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
      let digits = field.prefix { $0 != 0 && $0 != 0x20 }
      guard !digits.isEmpty, digits.count < field.count else { return nil }
      return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The kind of a member that is not a file; nil for one that can be.
    var kind: String? {
      switch type {
      case UInt8(ascii: "1"): "a hard link"
      case UInt8(ascii: "2"): "a symbolic link"
      case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
      case UInt8(ascii: "5"): "a folder"
      case UInt8(ascii: "6"): "a named pipe"
      default: nil
      }
    }
  }
}
