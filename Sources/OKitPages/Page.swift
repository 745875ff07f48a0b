internal import CPages
internal import OKitStorage
package import OKitValues

/// A page: one HTML file that a browser opens without a server and without any request.
///
/// Its script and style are permitted by their hashes; all else is forbidden. Its data are JSON, which does not run;
/// the script shows their texts as text.
package struct Page: Sendable {
  package enum Kind: String, Sendable { case trace, tests, coverage, mutation, map }

  /// What each page begins with.
  package static let beginning = "<!doctype html><!-- okit page -->\n"

  private let kind: Kind
  private let title: String
  /// JSON, as one value.
  private let data: [UInt8]

  package init(_ kind: Kind, title: String, data: [UInt8]) { (self.kind, self.title, self.data) = (kind, title, data) }

  /// The page of a flow map.
  ///
  /// - Parameter map: As JSON.
  /// - Throws: `json.depth`.
  package init(map: JSONValue) throws {
    self.init(.map, title: "Flow map", data: try map.jsonBytes())
  }

  package var html: [UInt8] {
    let style = Self.part("page_style") + Self.part("\(kind.rawValue)_style")
    let script = Self.part("page_script") + Self.part("\(kind.rawValue)_script")
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'; style-src \(Self.source(style)); "
      + "script-src \(Self.source(script))"
    var html = Array(Self.beginning.utf8)
    html +=
      """
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(StaticPage.escaped(title))</title>
      <style>
      """.utf8
    html += style
    html += "</style>\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n".utf8
    html += "<script type=\"application/json\" id=\"data\">".utf8
    html.reserveCapacity(html.count + data.count + script.count + 64)
    // No text of the data can end the block.
    for byte in data { if byte == UInt8(ascii: "<") { html += "\\u003c".utf8 } else { html.append(byte) } }
    html += "</script>\n<script>".utf8
    html += script
    html += "</script>\n</body>\n</html>\n".utf8
    return html
  }

  /// Writes the page. The file is readable for the user only.
  ///
  /// - Throws: `file.write`, also for a file that is not a page.
  package func write(to path: String) throws(Diagnostic) {
    try FileReplacement.replace(path, with: html, beginning: Self.beginning)
  }

  private static func part(_ name: String) -> [UInt8] {
    let part = okit_page(name)
    return Array(UnsafeRawBufferPointer(start: part.bytes, count: part.length))
  }

  static func source(_ part: [UInt8]) -> String {
    "'sha256-\(DataValue(bytes: SHA256.digest(of: part)).base64)'"
  }
}
