/// The form of the records of a journal: one line of JSON each.
///
///     {"sequence":1,"document":"89ab…","patch":[{"op":"replace","path":"A5/price","value":9.5}],"checksum":"0f1e…"}
///
/// The members have this order and no white space. `document` is the checksum of the document that the record belongs
/// to, `checksum` that of the line up to the comma before it.
package enum JournalRecord {
  static let head = Array("{\"sequence\":".utf8)
  static let document = Array(",\"document\":\"".utf8)
  static let patch = Array("\",\"patch\":".utf8)
  static let checksum = Array(",\"checksum\":\"".utf8)
  static let end = Array("\"}".utf8)
  static let newLine = UInt8(ascii: "\n")

  /// Returns a record with its new line.
  ///
  /// - Throws: `json.number`, `json.depth` for values that JSON cannot hold.
  static func bytes(_ patches: [Patch], sequence: Int, document checksum: UInt64) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.beginArray()
    for patch in patches { try write(patch, &writer) }
    writer.endArray()
    return bytes(patch: writer.finish(), sequence: sequence, document: checksum)
  }

  /// Returns a record with a patch as JSON.
  package static func bytes(patch: [UInt8], sequence: Int, document checksum: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(patch.count + 128)
    bytes += head
    bytes += String(sequence).utf8
    bytes += document
    bytes += XXHash64.text(checksum).utf8
    bytes += self.patch
    bytes += patch
    let sum = XXHash64.text(XXHash64.checksum(bytes))
    bytes += Self.checksum
    bytes += sum.utf8
    bytes += end
    bytes.append(newLine)
    return bytes
  }

  private static func write(_ patch: Patch, _ writer: inout JSONWriter) throws {
    try writer.beginObject()
    if let from = patch.from {
      writer.key("from")
      writer.string(from)
    }
    writer.key("op")
    writer.string(patch.operation.rawValue)
    writer.key("path")
    writer.string(patch.path)
    if patch.operation == .add || patch.operation == .replace {
      writer.key("value")
      try writer.write(patch.value)
    }
    writer.endObject()
  }
}
