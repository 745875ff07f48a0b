extension Unicode.Scalar {
  /// As `properties.isWhitespace`, which looks each character up in a table.
  @inlinable
  package var isWhitespace: Bool { isASCII ? self == " " || 9...13 ~= value : properties.isWhitespace }
}
