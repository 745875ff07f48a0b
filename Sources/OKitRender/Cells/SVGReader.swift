/// An element of a picture.
struct SVGElement {
  let name: Substring
  let attributes: [Substring: String]
  /// Its text; empty for an element without one.
  let text: String

  /// A number in half units.
  func number(_ attribute: Substring, _ standard: Int? = nil) -> Int? {
    attributes[attribute].map { Self.halves(of: $0[...]) } ?? standard
  }

  static func halves(of text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0) }), (0...1 << 24).contains(whole) else { return nil }
    if parts.count == 1 { return 2 * whole }
    return parts[1] == "5" ? 2 * whole + 1 : nil
  }

  func color(_ attribute: Substring) -> ColorValue? { attributes[attribute].flatMap { ColorValue(hex: $0) } }
}

/// Reads the elements of a picture that okit has written, one a line.
struct SVGReader {
  private var lines: ArraySlice<Substring>
  /// Whether the end of the picture was read.
  private(set) var isComplete = false

  init(_ text: String) { lines = text.split(separator: "\n")[...] }

  mutating func next() -> SVGElement? {
    guard let line = lines.popFirst(), line.first == "<", let end = line.firstIndex(of: ">") else { return nil }
    if line == "</svg>" {
      isComplete = lines.isEmpty
      return nil
    }
    let tag = line[line.index(after: line.startIndex)..<end]
    let name = tag.prefix { $0.isLetter }
    var attributes: [Substring: String] = [:]
    var rest = tag.dropFirst(name.count)
    while let equals = rest.firstIndex(of: "="), let open = rest[equals...].firstIndex(of: "\""),
      let close = rest[rest.index(after: open)...].firstIndex(of: "\"")
    {
      let key = rest[..<equals].drop { $0 == " " }
      attributes[key] = Self.unescaped(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
    }
    let content = line[line.index(after: end)...]
    let text = content.range(of: "</").map { content[..<$0] } ?? ""
    return SVGElement(name: name, attributes: attributes, text: Self.unescaped(text))
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      result += rest[..<start]
      let name = rest[rest.index(after: start)..<end]
      switch name {
      case "lt": result += "<"
      case "gt": result += ">"
      case "amp": result += "&"
      case "quot": result += "\""
      case "apos": result += "'"
      default:
        let digits = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        if let scalar = digits.flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension Substring {
  /// The start of the first place of another text.
  fileprivate func range(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
