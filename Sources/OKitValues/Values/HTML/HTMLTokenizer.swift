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
    repeat {
      position = ByteSearch.position(of: UInt8(ascii: "<"), in: bytes, from: position + 1)
    } while position < bytes.count && !isMarkup(at: position)
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
    position = Swift.min(ByteSearch.position(of: byte, in: bytes, from: position) + 1, bytes.count)
  }

  /// Skips `<!-- … -->`. `<!-->` and `<!--->` are whole comments, and `--!>` ends one as well.
  private mutating func skipComment() {
    position += 4
    if byte(at: position) == UInt8(ascii: ">") {
      position += 1
      return
    }
    if byte(at: position) == UInt8(ascii: "-"), byte(at: position + 1) == UInt8(ascii: ">") {
      position += 2
      return
    }
    let start = position
    while position < bytes.count {
      let end = ByteSearch.position(of: UInt8(ascii: ">"), in: bytes, from: position)
      position = Swift.min(end + 1, bytes.count)
      if endsComment(at: end, from: start) { return }
    }
  }

  /// Whether two dashes, and perhaps exclamation marks, stand before a `>`.
  private func endsComment(at end: Int, from start: Int) -> Bool {
    var first = end
    while first > start, bytes[first - 1] == UInt8(ascii: "-") || bytes[first - 1] == UInt8(ascii: "!") { first -= 1 }
    var dashes = 0
    for byte in bytes[first..<end] {
      if byte == UInt8(ascii: "-") { dashes += 1 } else if dashes < 2 { dashes = 0 }
    }
    return dashes >= 2
  }

  /// Skips the content of an element that has no markup in it, up to its end tag.
  private mutating func skipRawText(of name: String) {
    let name = Array(name.utf8)
    while true {
      position = ByteSearch.position(of: UInt8(ascii: "<"), in: bytes, from: position)
      if position == bytes.count || byte(at: position + 1) == UInt8(ascii: "/") && isName(name, at: position + 2) {
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
    var name: [UInt8] = []
    for byte in bytes[start..<position] { name.append(byte.lowercased) }
    return String(decoding: name, as: UTF8.self)
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

// Without ranges and closures, which take long in a debug build.
extension UInt8 {
  fileprivate var isLetter: Bool {
    let letter = lowercased
    return letter >= UInt8(ascii: "a") ? letter <= UInt8(ascii: "z") : false
  }

  /// A letter of ASCII in lower case; other bytes as they are.
  fileprivate var lowercased: UInt8 {
    if self < UInt8(ascii: "A") { return self }
    return self > UInt8(ascii: "Z") ? self : self | 0x20
  }

  fileprivate var endsName: Bool {
    if self > UInt8(ascii: ">") { return false }
    if self == UInt8(ascii: "/") { return true }
    return self == UInt8(ascii: ">") ? true : isHTMLSpace
  }

  /// The white space of HTML, all of which texts show as one blank.
  var isHTMLSpace: Bool {
    if self >= 0x20 { return self == 0x20 }
    if self == 0x0B { return false }
    return self >= 0x09 ? self <= 0x0D : false
  }
}
