/// An HTML text made safe: HTML without anything that could run, and its text.
///
/// Only the elements and attributes of `HTMLElement` are written, each text and value is escaped, and each element is
/// closed, so that no parser can read anything else in the result. O(length) for any input.
package struct HTMLDocument: Sendable, Hashable {
  /// The sanitized HTML. Sanitizing it again changes nothing.
  package let html: String
  /// The text with a line for each block, and the URL of each link after it: `text (url)`.
  package let text: String

  package init(_ bytes: [UInt8]) {
    var filter = HTMLFilter()
    for token in HTMLTokenizer(bytes) { filter.add(token) }
    (html, text) = filter.finish()
  }

  package init(_ source: String) { self.init(Array(source.utf8)) }
}

/// Passes the elements that are allowed on to the writers, properly nested.
private struct HTMLFilter {
  private var html = HTMLWriter()
  private var text = HTMLTextWriter()
  /// The names of the open elements, outermost first.
  private var open: [String] = []
  /// The elements beyond `maximumDepth` that are open: their tags are left out.
  private var tooDeep = 0
  /// The element that is being removed with its content, and how often it is open.
  private var removing: (name: String, depth: Int)?

  /// Browsers nest up to 512 elements; nobody sees more than a few.
  private static let maximumDepth = 64

  mutating func add(_ token: HTMLToken) {
    if removing != nil { return addRemoved(token) }
    switch token {
    case .text(let string):
      html.add(string)
      text.add(string)
    case .start(let tag): start(tag)
    case .end(let name): end(name)
    }
  }

  private mutating func addRemoved(_ token: HTMLToken) {
    switch token {
    case .start(let tag) where tag.name == removing?.name && !tag.isSelfClosing: removing?.depth += 1
    case .end(let name) where name == removing?.name:
      removing?.depth -= 1
      if removing?.depth == 0 { removing = nil }
    case .start, .end, .text: break
    }
  }

  private mutating func start(_ tag: HTMLTag) {
    if HTMLElement.removed.contains(tag.name) {
      if !tag.isSelfClosing || HTMLElement.rawTexts.contains(tag.name) { removing = (tag.name, 1) }
      return
    }
    guard let element = HTMLElement.all[tag.name] else { return }
    guard element.isVoid || open.count < Self.maximumDepth else {
      tooDeep += 1
      return
    }
    if tooDeep == 0 {
      let ended = HTMLElement.ended(by: tag.name, element)
      while let last = open.last, ended.contains(last) { closeLast() }
      // Links have no links in them.
      if tag.name == "a", open.contains("a") { end("a") }
    }
    let tag = HTMLTag(name: tag.name, attributes: tag.attributes.compactMap { $0.sanitized(for: element) })
    html.start(tag)
    text.start(tag, element)
    if !element.isVoid { open.append(tag.name) }
  }

  private mutating func end(_ name: String) {
    guard let element = HTMLElement.all[name], !element.isVoid else { return }
    guard tooDeep == 0 else {
      tooDeep -= 1
      return
    }
    guard open.contains(name) else { return }
    while let last = open.last {
      closeLast()
      if last == name { return }
    }
  }

  private mutating func closeLast() {
    guard let name = open.popLast(), let element = HTMLElement.all[name] else { return }
    html.end(name)
    text.end(name, element)
  }

  mutating func finish() -> (html: String, text: String) {
    while !open.isEmpty { closeLast() }
    return (html.html, text.finish())
  }
}

extension HTMLAttribute {
  /// Nil for an attribute that the element may not have, or with a value that it may not have.
  fileprivate func sanitized(for element: HTMLElement) -> HTMLAttribute? {
    guard element.attributes.contains(name) || HTMLElement.commonAttributes.contains(name) else { return nil }
    switch name {
    case .href, .src: return WebAddress(value).map { HTMLAttribute(name: name, value: $0.text) }
    case .width, .height, .colspan, .rowspan, .start:
      let isNumber = (1...5).contains(value.utf8.count) && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? self : nil
    case .dir: return ["ltr", "rtl", "auto"].contains(value) ? self : nil
    case .alt, .title, .lang, .datetime: return self
    }
  }
}
