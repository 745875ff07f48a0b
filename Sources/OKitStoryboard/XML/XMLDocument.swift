internal import CExpat
import OKitExchange

/// Reads XML into elements with positions.
///
/// Documents with a document type are refused: it could define entities that grow without bound or that name other
/// files, and no storyboard has one.
enum XMLDocument {
  /// The bounds of a document, so that reading one costs a bounded time and memory.
  struct Limits: Sendable {
    var bytes = 16 << 20
    var elements = 200_000
    var depth = 200
  }

  /// Returns the root element.
  ///
  /// - Parameters:
  ///   - text: The document, in UTF-8 whatever its declaration says.
  ///   - file: The name of the file in messages.
  /// - Throws: `storyboard.xml` with line and column, `storyboard.size` for a document that exceeds a limit.
  static func read(_ text: String, file: String, limits: Limits = Limits()) throws -> XMLElement {
    guard text.utf8.count <= limits.bytes else { throw tooLarge(file, limits) }
    var text = text
    return try text.withUTF8 { bytes in
      // A text without characters outside ASCII is UTF-8 in any order of its bytes.
      if bytes.prefix(4).contains(0) { throw UTF8Text.failure(bytes, file: file) }
      guard let parser = XML_ParserCreate("UTF-8") else {
        throw Diagnostic("storyboard.size", "there is no memory to read \(file)", place: .init(file: file))
      }
      defer { XML_ParserFree(parser) }
      let builder = XMLTreeBuilder(parser, bytes, file, limits)
      return try withExtendedLifetime(builder) {
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XMLTreeBuilder.connect(to: parser)
        let status = bytes.withMemoryRebound(to: CChar.self) {
          XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1)
        }
        if let failure = builder.failure { throw failure }
        guard status == XML_STATUS_OK, let root = builder.root else { throw builder.damage }
        return root
      }
    }
  }

  /// The error for a file with more bytes than the limit.
  static func tooLarge(_ file: String, _ limits: Limits = Limits()) -> Diagnostic {
    Diagnostic(
      "storyboard.size", "the storyboard is larger than \(limits.bytes >> 20) MiB", place: .init(file: file),
      hint: "split it into several storyboards")
  }
}
