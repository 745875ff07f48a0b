internal import OKitPages

/// A page that shows two pictures and their difference.
package struct DifferencePage {
  private let difference: PictureDifference
  private let name: String

  package init(_ difference: PictureDifference, name: String) { (self.difference, self.name) = (difference, name) }

  package var html: [UInt8] {
    let figures = [
      ("Expected", difference.old), ("Got", difference.new), ("Difference", difference.picture),
    ].map { title, picture in "<figure>\n<figcaption>\(title)</figcaption>\n\(picture.svg)</figure>\n" }
    let count = difference.count
    let body = """
      <h1>\(StaticPage.escaped(name))</h1>
      <p>\(count == 1 ? "1 line differs" : "\(count) lines differ"): <span class="gone">expected</span>, \
      <span class="come">got</span>, <span class="changed">other colors</span>.</p>
      <main>\n
      """
    return StaticPage(title: name, style: Self.style, body: body + figures.joined() + "</main>\n").html
  }

  /// Writes the page, or replaces one. The file is readable for the user only.
  ///
  /// - Throws: `file.write`.
  package func write(to path: String) throws(Diagnostic) { try StaticPage.write(html, to: path) }

  private static let style = """
    body { margin: 1.5rem; font: 1rem/1.4 system-ui, sans-serif; background: #f4f4f6; color: #111; }
    h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
    main { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
    figure { margin: 0; max-width: 100%; overflow: auto; }
    figcaption { font-weight: 600; margin-bottom: 0.5rem; }
    svg { display: block; border: 1px solid #c8c8d0; }
    span { padding: 0 0.3rem; border-radius: 0.2rem; }
    .gone { background: #ffc1ba; } .come { background: #aae8b4; } .changed { background: #ffdf8a; }
    """
}
