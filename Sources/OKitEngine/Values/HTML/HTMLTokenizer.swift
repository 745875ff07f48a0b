/// Splits HTML into tokens. Any bytes are HTML: what never ends, such as a comment, takes the rest.
///
/// No byte is read more than a few times, whatever the text: a search that fails has reached the end.
struct HTMLTokenizer: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> HTMLToken? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<"), isMarkup(at: position) else { return .text(text()) }
      if let token = markup() { return token }
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  // MARK: Texts

  private func isMarkup(at index: Int) -> Bool {
    guard let next = byte(at: index + 1) else { return false }
    return next.isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  /// The text up to the next markup.
  private mutating func text() -> String {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") || !isMarkup(at: position) { position += 1 }
    return HTMLReference.decoded(bytes[start..<position], isAttribute: false)
  }

  // MARK: Markup

  /// Reads what follows a `<`; nil for a comment, a declaration, and a tag that does not end.
  private mutating func markup() -> HTMLToken? {
    switch byte(at: position + 1) {
    case UInt8(ascii: "!"):
      if byte(at: position + 2) == UInt8(ascii: "-"), byte(at: position + 3) == UInt8(ascii: "-") {
        skipComment()
      } else {
        skip(past: UInt8(ascii: ">"))
      }
      return nil
    case UInt8(ascii: "/"):
      guard byte(at: position + 2)?.isLetter == true else {
        skip(past: UInt8(ascii: ">"))
        return nil
      }
      position += 2
      return tag().map { .end($0.name) }
    case UInt8(ascii: "?"):
      skip(past: UInt8(ascii: ">"))
      return nil
    default:
      position += 1
      guard let tag = tag() else { return nil }
      if HTMLElement.rawTexts.contains(tag.name) { skipRawText(of: tag.name) }
      return .start(tag)
    }
  }

  private mutating func skip(past byte: UInt8) {
    while position < bytes.count, bytes[position] != byte { position += 1 }
    position = Swift.min(position + 1, bytes.count)
  }

  /// Skips `<!-- … -->`. `<!-->` and `<!--->` are whole comments, and `--!>` ends one as well.
  private mutating func skipComment() {
    position += 4
    if byte(at: position) == UInt8(ascii: ">") {
      position += 1
      return
    }
    var dashes = 0
    if byte(at: position) == UInt8(ascii: "-"), byte(at: position + 1) == UInt8(ascii: ">") {
      position += 2
      return
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "-") {
        dashes += 1
      } else if byte == UInt8(ascii: ">"), dashes >= 2 {
        return
      } else if byte != UInt8(ascii: "!") || dashes < 2 {
        dashes = 0
      }
    }
  }

  /// Skips the content of an element that has no markup in it, up to its end tag.
  private mutating func skipRawText(of name: String) {
    let name = Array(name.utf8)
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), byte(at: position + 1) == UInt8(ascii: "/"),
        isName(name, at: position + 2)
      {
        return
      }
      position += 1
    }
  }

  private func isName(_ name: [UInt8], at start: Int) -> Bool {
    guard start + name.count <= bytes.count else { return false }
    for (offset, letter) in name.enumerated() where bytes[start + offset].lowercased != letter { return false }
    return byte(at: start + name.count)?.endsName ?? true
  }

  // MARK: Tags

  /// The longest name of an element or attribute that is looked at.
  private static let longestName = 16

  /// Reads a tag from its name to its `>`; nil for one that does not end.
  private mutating func tag() -> HTMLTag? {
    var tag = HTMLTag(name: name())
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return tag
      case UInt8(ascii: "/"):
        position += 1
        tag.isSelfClosing = byte(at: position) == UInt8(ascii: ">")
      case let byte where byte.isHTMLSpace: position += 1
      default: attribute(of: &tag)
      }
    }
    return nil
  }

  /// Reads a name, which an equals sign ends, except at its beginning.
  private mutating func name() -> String {
    let start = position
    while position < bytes.count, !bytes[position].endsName,
      bytes[position] != UInt8(ascii: "=") || position == start
    {
      position += 1
    }
    guard position - start <= Self.longestName else { return "" }
    return String(decoding: bytes[start..<position].map(\.lowercased), as: UTF8.self)
  }

  private mutating func attribute(of tag: inout HTMLTag) {
    let name = name()
    skipSpaces()
    var value = bytes[position..<position]
    if byte(at: position) == UInt8(ascii: "=") {
      position += 1
      skipSpaces()
      value = attributeValue()
    }
    guard let known = HTMLAttribute.Name(rawValue: name), tag.attribute(known) == nil else { return }
    tag.attributes.append(HTMLAttribute(name: known, value: HTMLReference.decoded(value, isAttribute: true)))
  }

  private mutating func attributeValue() -> ArraySlice<UInt8> {
    let start = position
    if let quote = byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      skip(past: bytes[position], from: position + 1)
      return bytes[start + 1..<Swift.max(start + 1, position - 1)]
    }
    while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != UInt8(ascii: ">") { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skip(past byte: UInt8, from start: Int) {
    position = start
    skip(past: byte)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

  /// A letter of ASCII in lower case; other bytes as they are.
  fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

  fileprivate var endsName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }

  /// The white space of HTML, all of which texts show as one blank.
  var isHTMLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}
