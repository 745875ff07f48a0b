internal import OKitEncryption

/// The first line of a secure backup. It is authenticated with the archive, which follows as a container.
///
///     {"createdAt":"2026-11-23T12:00:00Z","format":"okit-secure-backup","key":{"function":"scrypt",…},…,"version":1}
struct SecureHeader {
  static let format = "okit-secure-backup"
  static let version = 1
  /// The maximum length of the line.
  static let limit = 4096

  /// The line with its end.
  let line: [UInt8]
  let createdAt: DateValue
  /// The parameters of the key.
  let key: JSONValue

  init(name: String, createdAt: DateValue, key: JSONValue) throws {
    let json: JSONValue = [
      "format": .string(Self.format), "version": .int(Self.version), "name": .string(name),
      "createdAt": .string(ISO8601.text(of: createdAt) ?? ""), "key": key,
    ]
    line = try json.jsonBytes() + [0x0A]
    (self.createdAt, self.key) = (createdAt, key)
  }

  /// Returns whether a file begins like a secure backup.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.first == UInt8(ascii: "{") }

  /// - Throws: `backup.header` with the reason.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    guard let end = bytes.prefix(Self.limit).firstIndex(of: 0x0A) else {
      throw Self.problem("its first line has no end")
    }
    line = Array(bytes[...end])
    let json = try JSONValue.parse(json: Array(line))
    guard json["format"] == .string(Self.format) else { throw Self.problem("expected \"format\": \"\(Self.format)\"") }
    guard json["version"] == .int(Self.version) else {
      throw Self.problem("expected \"version\": \(Self.version), which this version reads")
    }
    guard case .string(let date)? = json["createdAt"], let createdAt = ISO8601.parse(date), let key = json["key"] else {
      throw Self.problem("expected \"createdAt\" and \"key\"")
    }
    (self.createdAt, self.key) = (createdAt, key)
  }

  /// The additional data that the container authenticates.
  var name: String { String(decoding: line, as: UTF8.self) }

  private static func problem(_ reason: String) -> Diagnostic { Diagnostic("backup.header", reason) }
}
