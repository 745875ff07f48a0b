internal import OKitPages

/// A part of an HTML page. Texts become text: only `element` and `sanitized` make markup.
struct Markup {
  private(set) var html = ""

  static func text(_ text: String) -> Markup { Markup(html: StaticPage.escaped(text)) }

  /// HTML that was sanitized. Its images, which a page does not load, are their texts.
  static func sanitized(_ document: HTMLDocument) -> Markup {
    var (html, rest) = ("", document.html[...])
    // Each text of it is escaped, so that this is an element.
    while let start = rest.firstRange(of: "<img"), let end = rest[start.upperBound...].firstIndex(of: ">") {
      html += rest[..<start.lowerBound]
      if let alt = rest[start.upperBound..<end].firstMatch(of: #/ alt="([^"]*)"/#) {
        html += "<span class=\"muted\">\(alt.1)</span>"
      }
      rest = rest[rest.index(after: end)...]
    }
    return Markup(html: html + rest)
  }

  /// An element.
  ///
  /// - Parameters:
  ///   - classes: Without those that are nil.
  ///   - attributes: Without those whose value is nil.
  ///   - content: Without parts that are nil.
  static func element(
    _ tag: String, _ classes: [String?] = [], _ attributes: [(String, String?)] = [], _ content: [Markup?] = []
  ) -> Markup {
    var html = "<\(tag)"
    let names = classes.compactMap(\.self).joined(separator: " ")
    if !names.isEmpty { html += " class=\"\(StaticPage.escaped(names))\"" }
    for (name, value) in attributes {
      guard let value else { continue }
      html += value.isEmpty ? " \(name)" : " \(name)=\"\(StaticPage.escaped(value))\""
    }
    html += ">"
    if voidTags.contains(tag) { return Markup(html: html) }
    return Markup(html: html + joined(content).html + "</\(tag)>")
  }

  static func joined(_ parts: [Markup?]) -> Markup { Markup(html: parts.compactMap(\.self).map(\.html).joined()) }

  private static let voidTags: Set<String> = ["input", "img", "br"]

  /// What only those hear who cannot see the page.
  static func spoken(_ text: String) -> Markup { .element("span", ["spoken"], [], [.text(text)]) }
}
