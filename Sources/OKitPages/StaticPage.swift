internal import OKitStorage
package import OKitValues

/// A page without a script: one HTML file that a browser opens without a server.
///
/// Its style is permitted by its hash, and images that it has itself; all else is forbidden.
package struct StaticPage: Sendable {
  /// What each page begins with.
  package static let beginning = Page.beginning

  private let title: String
  private let language: String
  private let attributes: String
  private let style: String
  private let body: String
  private let images: String

  /// - Parameters:
  ///   - language: A tag such as `de`.
  ///   - attributes: Further attributes of the element `html`, which begin with a space.
  ///   - body: HTML, whose texts are escaped.
  ///   - images: The sources of images besides the page itself.
  package init(
    title: String, language: String = "en", attributes: String = "", style: String, body: String,
    images: [String] = []
  ) {
    (self.title, self.language, self.attributes) = (title, language, attributes)
    (self.style, self.body) = (style, body)
    self.images = (["data:"] + images).joined(separator: " ")
  }

  package var html: [UInt8] {
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'; img-src \(images); "
      + "style-src \(Page.source(Array(style.utf8)))"
    return Array(
      """
      \(Self.beginning)<html lang="\(Self.escaped(language))"\(attributes)>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Self.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)</body>
      </html>\n
      """.utf8)
  }

  /// Writes a page. The file is readable for the user only.
  ///
  /// - Throws: `file.write`, also for a file that is not a page.
  package static func write(_ html: [UInt8], to path: String) throws(Diagnostic) {
    try FileReplacement.replace(path, with: html, beginning: beginning)
  }

  /// A text as the content of an element, or as an attribute in double quotes.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0 }) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
