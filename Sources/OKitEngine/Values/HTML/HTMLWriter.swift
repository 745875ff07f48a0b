/// Writes HTML in which each text and each value is escaped.
struct HTMLWriter {
  private(set) var html = ""

  mutating func add(_ text: String) { html += Self.escaped(text) }

  mutating func start(_ tag: HTMLTag) {
    html += "<\(tag.name)"
    for attribute in tag.attributes { html += " \(attribute.name.rawValue)=\"\(Self.escaped(attribute.value))\"" }
    html += ">"
  }

  mutating func end(_ name: String) { html += "</\(name)>" }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { escape($0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    for byte in text.utf8 {
      if let reference = escape(byte) { bytes += reference.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
