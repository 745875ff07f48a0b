/// The matching of LIKE and GLOB (https://sqlite.org/lang_expr.html#like) in time proportional to the lengths of
/// pattern and text.
///
/// SQLite's own functions try every place for every wildcard, which takes years for ten of them. The last wildcard that
/// has matched is enough: an earlier one could only match what this one matches, too.
package struct TextPattern {
  package enum Kind: Sendable { case like, glob }

  private let kind: Kind
  private let pattern: UnsafeBufferPointer<UInt8>
  /// The character after which a wildcard of LIKE stands for itself; nil for none.
  private let escape: UInt32?

  package init(kind: Kind, pattern: UnsafeBufferPointer<UInt8>, escape: UInt32? = nil) {
    (self.kind, self.pattern, self.escape) = (kind, pattern, escape)
  }

  private static let percent = UInt32(ascii: "%"), underscore = UInt32(ascii: "_")
  private static let asterisk = UInt32(ascii: "*"), question = UInt32(ascii: "?"), bracket = UInt32(ascii: "[")

  /// Returns whether a text matches; nil if it was given up.
  ///
  /// - Parameter isExhausted: Called now and then.
  package func matches(_ text: UnsafeBufferPointer<UInt8>, isExhausted: () -> Bool) -> Bool? {
    var (position, index) = (0, 0)
    // Where the last wildcard for any text ends, and what it has matched up to.
    var retry: (position: Int, index: Int)?
    var steps = 0
    while true {
      steps += 1
      if steps & 0xFFFF == 0, isExhausted() { return nil }
      if position < pattern.count {
        var next = position
        if kind == .like ? take(&next) == Self.percent && escape != Self.percent : take(&next) == Self.asterisk {
          (retry, position) = ((next, index), next)
          continue
        }
        if index < text.count, let length = match(&position, text, index) {
          index += length
          continue
        }
      } else if index == text.count {
        return true
      }
      guard let (start, matched) = retry, matched < text.count else { return false }
      let following = matched + Self.character(text, matched).length
      retry = (start, following)
      (position, index) = (start, following)
    }
  }

  private func take(_ position: inout Int) -> UInt32 {
    let (character, length) = Self.character(pattern, position)
    position += length
    return character
  }

  /// Matches one character, and moves past its part of the pattern.
  ///
  /// - Returns: The length of the character in bytes; nil if it does not match.
  private func match(_ position: inout Int, _ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let (character, length) = Self.character(text, index)
    var next = position
    var wanted = take(&next)
    if kind == .glob, wanted == Self.bracket {
      guard matchesSet(&next, character) else { return nil }
      position = next
      return length
    }
    if wanted == escape {
      guard next < pattern.count else { return nil }
      wanted = take(&next)
    } else if wanted == (kind == .like ? Self.underscore : Self.question) {
      position = next
      return length
    }
    guard wanted == character || kind == .like && Self.folded(wanted) == Self.folded(character) else { return nil }
    position = next
    return length
  }

  /// Matches the characters between brackets; the position is after the opening one.
  private func matchesSet(_ position: inout Int, _ character: UInt32) -> Bool {
    let (caret, closing, hyphen) = (UInt32(ascii: "^"), UInt32(ascii: "]"), UInt32(ascii: "-"))
    func following() -> UInt32? { position < pattern.count ? take(&position) : nil }
    var (isFound, isInverted) = (false, false)
    var previous: UInt32?
    var next = following()
    if next == caret { (isInverted, next) = (true, following()) }
    if next == closing { (isFound, next) = (character == closing, following()) }
    while let one = next, one != closing {
      if one == hyphen, let first = previous, position < pattern.count, UInt32(pattern[position]) != closing {
        let last = take(&position)
        if first <= last, (first...last).contains(character) { isFound = true }
        previous = nil
      } else {
        if one == character { isFound = true }
        previous = one
      }
      next = following()
    }
    return next != nil && isFound != isInverted
  }

  /// LIKE takes letters of ASCII in both cases as equal, as SQLite documents.
  private static func folded(_ character: UInt32) -> UInt32 {
    (0x41...0x5A).contains(character) ? character + 0x20 : character
  }

  /// Returns the character of UTF-8 at an index. An invalid byte counts as one character.
  private static func character(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (character: UInt32, length: Int) {
    let first = bytes[index]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 1, index + length <= bytes.count else { return (UInt32(first), 1) }
    var character = UInt32(first) & (0x7F >> UInt32(length))
    for next in bytes[(index + 1)..<(index + length)] {
      guard next & 0xC0 == 0x80 else { return (UInt32(first), 1) }
      character = character << 6 | UInt32(next & 0x3F)
    }
    return (character, length)
  }
}

extension UInt32 {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}
