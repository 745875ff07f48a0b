extension UTF8Text {
  /// Returns the error for a file that is not UTF-8, which names the encoding that it seems to have.
  ///
  /// - Parameter hint: What to do, for a file in an encoding.
  package static func failure(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, hint: (TextEncoding) -> String = { convert(from: $0) }
  ) -> Diagnostic {
    let encoding = TextEncoding.detected(in: bytes)
    guard encoding != .utf8 else {
      let place = LineLocator(bytes, file: file).place(firstInvalid(bytes) ?? bytes.count)
      return Diagnostic("file.encoding", "the file is not valid UTF-8", place: place)
    }
    return Diagnostic(
      "file.encoding", "the file is \(encoding.rawValue), and not UTF-8", place: Diagnostic.Place(file: file),
      hint: hint(encoding))
  }

  /// The command that converts a file.
  package static func convert(from encoding: TextEncoding) -> String {
    "convert it: iconv -f \(encoding.rawValue) -t utf-8"
  }
}
