internal import OKitPages

/// A part of an HTML page. Texts become text: only `element` and `sanitized` make markup.
struct Markup {
  private(set) var html = ""

  static func text(_ text: String) -> Markup { Markup(html: StaticPage.escaped(text)) }

  /// HTML that was sanitized.
  static func sanitized(_ document: HTMLDocument) -> Markup { Markup(html: document.html) }

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
