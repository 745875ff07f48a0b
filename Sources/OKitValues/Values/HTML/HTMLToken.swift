/// A part of an HTML text, as HTML's own tokenization defines it (WHATWG, 13.2.5). Comments and declarations are not
/// tokens.
enum HTMLToken: Equatable {
  /// A text with its character references decoded.
  case text(String)
  case start(HTMLTag)
  /// The name of an element that ends, in lower case.
  case end(String)
}

/// The start of an element.
struct HTMLTag: Equatable {
  /// In lower case; empty for a name that is longer than that of any element.
  var name: String
  /// The attributes that sanitized HTML may have; the first of a name counts.
  var attributes: [HTMLAttribute] = []
  /// Whether it ends with `/>`, which counts for elements of SVG and MathML.
  var isSelfClosing = false

  func attribute(_ name: HTMLAttribute.Name) -> String? { attributes.first { $0.name == name }?.value }
}

/// An attribute that sanitized HTML may have. All others, event handlers among them, are dropped as they are read.
struct HTMLAttribute: Equatable {
  enum Name: String {
    case href, src, alt, title, width, height, colspan, rowspan, start, lang, dir, datetime
  }

  var name: Name
  /// With its character references decoded.
  var value: String
}
