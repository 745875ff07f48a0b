/// Text that something else reads byte by byte: paths, quoted fields, identifiers.
///
/// A combining mark makes one `Character` with what is before it, so that `split`, `contains`, `hasPrefix` and
/// `replacing` of a `String` pass over a slash or a quote with a mark. These functions find every one.
extension Substring {
  /// Returns the parts between ASCII separators, also the empty ones.
  @usableFromInline
  package func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring] {
    guard let separator = UInt8(exactly: separator.value), separator < 0x80 else { return [self] }
    var (parts, rest): ([Substring], Substring) = ([], self)
    while parts.count < maxSplits, let index = rest.utf8.firstIndex(of: separator) {
      parts.append(rest[..<index])
      rest = rest[rest.utf8.index(after: index)...]
    }
    parts.append(rest)
    return parts
  }
}

extension String {
  /// See `Substring.parts`.
  package func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring] {
    self[...].parts(at: separator, maxSplits: maxSplits)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Returns the text with each of an ASCII character replaced. Most texts have none.
  @inlinable
  package func replacing(each separator: Unicode.Scalar, with replacement: String) -> String {
    guard utf8.contains(UInt8(truncatingIfNeeded: separator.value)) else { return String(self) }
    return self[...].parts(at: separator).joined(separator: replacement)
  }

  /// Whether the text begins with the bytes of another one.
  @inlinable
  package func begins(with other: String) -> Bool { utf8.starts(with: other.utf8) }

  /// Whether the first character combines with one that is written before it, such as the slash of a path.
  @inlinable
  package var joinsBefore: Bool {
    guard let first = utf8.first, first >= 0x80 else { return false }
    return "/\(prefix(1))".count == 1
  }

  /// Whether the last character combines with one that is written after it, such as the dot of an extension.
  package var joinsBehind: Bool {
    let end = suffix(1)
    guard let first = end.utf8.first, first >= 0x80 else { return false }
    return "\(end).".count == 1
  }
}
