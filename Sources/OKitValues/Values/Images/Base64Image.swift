/// An image in a Base64 text, with or without the prefix of a data URL: `data:image/png;base64,iVBORw0KGgo…`.
package struct Base64Image {
  package let bytes: [UInt8]
  /// The media type in the prefix.
  package let format: String?

  /// The longest text that is read, in bytes: an image of 12 MiB.
  package static let maximumLength = 16 << 20

  /// The first digits of images in Base64: PNG, JPEG, GIF, WebP.
  private static let beginnings = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"]
  private static let longestName = 255

  /// Whether a text is meant as an image: it begins like one, or is too long for the name of an image.
  package static func isOne(_ text: String) -> Bool {
    text.utf8.count > longestName || isDataURL(text) || beginnings.contains { text.hasPrefix($0) }
  }

  private static func isDataURL(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

  /// - Throws: `cell.size` for a text that is too long; `cell.image` for one that is not Base64, or has the media type
  ///   of something else than an image.
  package init(_ text: String) throws {
    let length = text.utf8.count
    guard length <= Self.maximumLength else {
      throw Diagnostic(
        "cell.size", "the Base64 text has \(length) bytes; an image has at most \(Self.maximumLength)",
        hint: "store large images in a blob")
    }
    var digits = text[...]
    var format: String?
    if Self.isDataURL(text) {
      let start = text.utf8.prefix(Self.longestName)
      guard let comma = start.firstIndex(of: UInt8(ascii: ",")),
        case let parts = text[..<comma].dropFirst(5).split(separator: ";"), parts.last?.lowercased() == "base64"
      else { throw Diagnostic("cell.image", "the data URL is not Base64", hint: "use data:image/png;base64,…") }
      digits = text[text.utf8.index(after: comma)...]
      if parts.count > 1, parts[0].contains("/") { format = parts[0].lowercased() }
      if let format, !format.hasPrefix("image/") {
        throw Diagnostic(
          "cell.image", "the data URL has the media type \(PrintableText.quoted(format)), which is not an image",
          hint: "use data:image/png;base64,…")
      }
    }
    guard let data = DataValue(base64: String(digits)), !data.bytes.isEmpty else {
      throw Diagnostic(
        "cell.image", "the text of \(length) bytes is neither Base64 nor the name of an image",
        hint: "use Base64 with padding, a blob, or a name of at most \(Self.longestName) bytes")
    }
    (bytes, self.format) = (data.bytes, format)
  }
}
