/// An element that sanitized HTML may have.
struct HTMLElement {
  /// How the element is laid out as text.
  enum Layout {
    case inline
    /// On lines of its own, with as many line breaks before and after it.
    case block(breaks: Int)
    case listItem, cell, lineBreak, rule, image
  }

  var layout: Layout
  var attributes: Set<HTMLAttribute.Name> = []

  /// Whether it has no content, and no end tag.
  var isVoid: Bool {
    switch layout {
    case .lineBreak, .rule, .image: true
    case .inline, .block, .listItem, .cell: false
    }
  }

  /// The attributes that each element may have.
  static let commonAttributes: Set<HTMLAttribute.Name> = [.title, .lang, .dir]

  /// The elements of sanitized HTML by name. The content of others stays; that of `removed` does not.
  static let all: [String: HTMLElement] = {
    var all: [String: HTMLElement] = [
      "a": HTMLElement(layout: .inline, attributes: [.href]),
      "time": HTMLElement(layout: .inline, attributes: [.datetime]),
      "br": HTMLElement(layout: .lineBreak), "hr": HTMLElement(layout: .rule),
      "img": HTMLElement(layout: .image, attributes: [.src, .alt, .width, .height]),
      "li": HTMLElement(layout: .listItem), "ol": HTMLElement(layout: .block(breaks: 1), attributes: [.start]),
      "td": HTMLElement(layout: .cell, attributes: [.colspan, .rowspan]),
      "th": HTMLElement(layout: .cell, attributes: [.colspan, .rowspan]),
    ]
    for name in inlines.split(separator: " ") { all[String(name)] = HTMLElement(layout: .inline) }
    for name in lines.split(separator: " ") { all[String(name)] = HTMLElement(layout: .block(breaks: 1)) }
    for name in paragraphs.split(separator: " ") { all[String(name)] = HTMLElement(layout: .block(breaks: 2)) }
    return all
  }()

  private static let inlines =
    "abbr b bdi bdo big cite code del dfn em i ins kbd mark q s samp small span strike strong sub sup tt u var wbr"
  private static let lines =
    "address article aside caption dd div dt figcaption footer header main nav section tbody tfoot thead tr ul center"
  private static let paragraphs = "blockquote dl figure h1 h2 h3 h4 h5 h6 p pre table"

  /// The elements that are removed with their content.
  static let removed = rawTexts.union([
    "applet", "audio", "canvas", "frameset", "math", "object", "select", "svg", "template", "video",
  ])

  /// The elements whose content has no markup: it ends only with their own end tag. All of them are removed.
  static let rawTexts: Set<String> = [
    "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp",
  ]

  /// The elements that the start of an element ends, one after the other from the innermost.
  static func ended(by name: String, _ element: HTMLElement) -> Set<String> {
    if let ended = endedBy[name] { return ended }
    return if case .block = element.layout { paragraph } else { [] }
  }

  private static let paragraph: Set<String> = ["p"]

  private static let endedBy: [String: Set<String>] = {
    var ended: [String: Set<String>] = ["li": ["li", "p"], "dt": ["dt", "dd", "p"], "td": ["td", "th", "p"]]
    ended["dd"] = ended["dt"]
    ended["th"] = ended["td"]
    for name in ["tr", "tbody", "thead", "tfoot"] { ended[name] = ["td", "th", "tr", "p"] }
    return ended
  }()
}
