/// An element of a picture.
struct SVGElement {
  let name: String
  let attributes: [String: String]
  /// Its text; empty for an element without one.
  let text: String

  /// A number in half units.
  func number(_ attribute: String, _ standard: Int? = nil) -> Int? {
    attributes[attribute].map { Self.halves(of: $0[...]) } ?? standard
  }

  static func halves(of text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0) }), (0...1 << 24).contains(whole) else { return nil }
    if parts.count == 1 { return 2 * whole }
    return parts[1] == "5" ? 2 * whole + 1 : nil
  }

  func color(_ attribute: String) -> ColorValue? { attributes[attribute].flatMap { ColorValue(hex: $0) } }
}

/// Reads the elements of a picture that okit has written, one a line.
///
/// It goes by bytes: a mark that combines with the character before it may follow any text.
struct SVGReader {
  private typealias Bytes = ArraySlice<UInt8>

  private var lines: ArraySlice<Bytes>
  /// Whether the end of the picture was read.
  private(set) var isComplete = false

  init(_ text: String) {
    // Some systems check files out with other line ends.
    lines = Array(text.utf8).split { $0 == 0x0A || $0 == 0x0D }[...]
  }

  mutating func next() -> SVGElement? {
    guard let line = lines.popFirst(), line.first == UInt8(ascii: "<"), let end = line.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    if line.elementsEqual("</svg>".utf8) {
      isComplete = lines.isEmpty
      return nil
    }
    var rest = line[line.index(after: line.startIndex)..<end]
    let name = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
    rest = rest.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")), let open = rest[equals...].firstIndex(of: Self.quote),
      let close = rest[(open + 1)...].firstIndex(of: Self.quote)
    {
      let key = rest[..<equals].drop { $0 == UInt8(ascii: " ") }
      attributes[String(decoding: key, as: UTF8.self)] = Self.unescaped(rest[(open + 1)..<close])
      rest = rest[(close + 1)...]
    }
    let content = line[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
    return SVGElement(
      name: String(decoding: name, as: UTF8.self), attributes: attributes, text: Self.unescaped(content))
  }

  private static let quote = UInt8(ascii: "\"")

  private static func unescaped(_ text: Bytes) -> String {
    var result: [UInt8] = []
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "&")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ";"))
    {
      result += rest[..<start]
      result += character(String(decoding: rest[(start + 1)..<end], as: UTF8.self)).utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static func character(_ name: String) -> String {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    default:
      let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      return number.flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
  }
}
