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

  /// Whether HTML does not permit a character: control characters and noncharacters.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// A text as the content of an element, or as an attribute in double quotes, with U+FFFD for what HTML does not
  /// permit, such as the sequences of a terminal.
  package static func escaped(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && ![0x26, 0x3C, 0x3E, 0x22].contains($0) }) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where isForbidden(scalar): escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
