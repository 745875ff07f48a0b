import OKitEngine

extension FuzzTarget {
  /// The HTML of a web cell.
  public static let html = FuzzTarget(name: "html") {
    { input in
      let document = HTMLDocument(input)
      let again = HTMLDocument(document.html)
      try require(again.html == document.html, "sanitized twice, it differs: \(document.html) \(again.html)")
      try require(again.text == document.text, "the sanitized HTML has another text: \(document.text) \(again.text)")
      try require(!document.text.utf8.contains(0), "NUL in the text")
      for danger in ["<script", "<style", "<iframe", "<object", "<svg", "<form", "=\"javascript:", "=\"data:", "<!--"] {
        try require(!document.html.lowercased().contains(danger), "\(danger) in \(document.html)")
      }
    }
  }
}
