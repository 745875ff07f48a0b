/// Writes the text of HTML: a line for each block, a mark for each item of a list, the URL of each link after it.
struct HTMLTextWriter {
  private var bytes: [UInt8] = []
  /// The line breaks and the blank that stand before what is written next.
  private var breaks = 0
  private var hasSpace = false
  /// Whether nothing follows the mark of an item yet, which stands on the line of its text.
  private var isAfterMark = false
  private var preformatted = 0
  /// The open lists: the number of the next item, nil for a list without numbers.
  private var lists: [Int?] = []
  private var cells = 0
  /// The open link, and where its text begins.
  private var link: (url: String, start: Int)?

  // MARK: Texts

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard let base = utf8.baseAddress else { return }
      let count = utf8.count
      var position = 0
      while position < count {
        let start = position
        // Words are written as a whole. Nothing above a blank is white space.
        while position < count, base[position] > 0x20 { position += 1 }
        if position > start { write(UnsafeBufferPointer(rebasing: utf8[start..<position])) }
        if position == count { return }
        addSpace(base[position])
        position += 1
      }
    }
  }

  /// Adds white space, or another character below.
  private mutating func addSpace(_ byte: UInt8) {
    if !byte.isHTMLSpace {
      flush()
      bytes.append(byte)
    } else if preformatted == 0 {
      hasSpace = true
    } else if byte == 0x0A {
      breakLine()
    } else if byte != 0x0D {
      write(" ")
    }
  }

  private mutating func write(_ word: UnsafeBufferPointer<UInt8>) {
    flush()
    bytes.append(contentsOf: word)
  }

  private mutating func write(_ text: String) {
    if text.isEmpty { return }
    flush()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func flush() {
    if breaks > 0, !bytes.isEmpty {
      bytes += repeatElement(0x0A, count: breaks)
    } else if hasSpace, !bytes.isEmpty, !isAfterMark, bytes.last != 0x0A, bytes.last != 0x20 {
      bytes.append(0x20)
    }
    (breaks, hasSpace, isAfterMark) = (0, false, false)
  }

  private mutating func breakLine() { if !isAfterMark { breaks = min(breaks + 1, 2) } }

  private mutating func separate(_ count: Int) {
    hasSpace = false
    if !isAfterMark { breaks = max(breaks, count) }
  }

  // MARK: Elements

  mutating func start(_ tag: HTMLTag, _ element: HTMLElement) {
    switch element.layout {
    case .inline:
      if tag.name == "a", let url = tag.attribute(.href) { link = (url, bytes.count) }
    case .block(let count):
      // A list in an item needs no blank line.
      separate(count)
      switch tag.name {
      case "ul": lists.append(nil)
      case "ol": lists.append(tag.attribute(.start).flatMap { Int($0) } ?? 1)
      case "tr": cells = 0
      case "pre": preformatted += 1
      default: break
      }
    case .listItem: startItem()
    case .cell:
      if cells > 0 {
        hasSpace = true
        write("| ")
        isAfterMark = true
      }
      cells += 1
    case .lineBreak: breakLine()
    case .rule:
      separate(1)
      write("———")
      separate(1)
    case .image:
      if let alternative = tag.attribute(.alt), !alternative.isEmpty { add("[\(alternative)]") }
    }
  }

  private mutating func startItem() {
    isAfterMark = false
    separate(1)
    write(String(repeating: "  ", count: min(max(lists.count - 1, 0), Self.maximumIndent)))
    if let last = lists.indices.last, let number = lists[last] {
      lists[last] = number + 1
      write("\(number). ")
    } else {
      write("• ")
    }
    isAfterMark = true
  }

  private static let maximumIndent = 8

  mutating func end(_ name: String, _ element: HTMLElement) {
    switch element.layout {
    case .inline: if name == "a" { endLink() }
    case .block(let count):
      if name == "ul" || name == "ol" { _ = lists.popLast() }
      if name == "pre" { preformatted -= 1 }
      isAfterMark = false
      separate(count)
    case .listItem:
      isAfterMark = false
      separate(1)
    case .cell, .lineBreak, .rule, .image: break
    }
  }

  /// A link whose text is its URL already needs no other one.
  private mutating func endLink() {
    guard let (url, start) = link else { return }
    link = nil
    let shown = bytes[start...].drop { $0 == 0x20 || $0 == 0x0A }
    if shown.isEmpty {
      write(url)
    } else if !shown.elementsEqual(url.utf8),
      !"mailto:\(String(decoding: shown, as: UTF8.self))".utf8.elementsEqual(url.utf8)
    {
      let hadSpace = hasSpace
      hasSpace = true
      write("(\(url))")
      hasSpace = hadSpace
    }
  }

  mutating func finish() -> String {
    while let last = bytes.last, last == 0x20 || last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
