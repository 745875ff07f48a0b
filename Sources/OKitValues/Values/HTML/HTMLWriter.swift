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
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      let isPlain = ![0x26, 0x3C, 0x3E, 0x22].contains { ByteSearch.contains($0, in: bytes) }
      return isPlain ? nil : escaped(utf8)
    } ?? text
  }

  private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    guard let base = bytes.baseAddress else { return "" }
    let count = bytes.count
    var (start, position) = (0, 0)
    // Nothing above has to be escaped.
    let last = UInt8(ascii: ">")
    while position < count {
      let byte = base[position]
      if byte <= last, let reference = escape(byte) {
        result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
        result.append(contentsOf: reference.utf8)
        start = position + 1
      }
      position += 1
    }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    return String(decoding: result, as: UTF8.self)
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
