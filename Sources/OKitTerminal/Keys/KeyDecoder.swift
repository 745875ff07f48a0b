/// Turns the bytes that a terminal sends into keys, one byte at a time.
///
/// A sequence may be split over reads. Unknown escape sequences are dropped; bytes that are not UTF-8 become U+FFFD.
package struct KeyDecoder {
  private enum State {
    case ground
    case escape
    /// Within `ESC [` or `ESC O`, with the parameters so far.
    case sequence([UInt8])
    /// Within a character of several bytes: those there are, and how many there must be.
    case utf8([UInt8], Int)
    /// Within a paste: its bytes so far.
    case paste([UInt8])
  }

  private var state = State.ground
  /// The bytes of a longer paste are dropped.
  package static let maximumPaste = 1 << 20

  /// Whether Esc before another key is Alt with that key; otherwise it is the key Esc.
  private let hasAlt: Bool

  package init(hasAlt: Bool = true) { self.hasAlt = hasAlt }

  /// Whether the last byte is Esc, which is a key unless other bytes follow soon.
  package var mayBeEscape: Bool { if case .escape = state { true } else { false } }

  /// Takes the last byte as the key Esc.
  package mutating func endEscape() -> TerminalKey {
    state = .ground
    return .escape
  }

  /// The keys that are complete with this byte; mostly none or one.
  package mutating func feed(_ byte: UInt8) -> [TerminalKey] {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .sequence(let parameters): return sequence(parameters, byte)
    case .utf8(let bytes, let count): return utf8(bytes + [byte], count)
    case .paste(var bytes):
      // Released, so that adding a byte does not copy those before it.
      state = .ground
      return paste(&bytes, byte)
    }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func paste(_ bytes: inout [UInt8], _ byte: UInt8) -> [TerminalKey] {
    if bytes.count > Self.maximumPaste + Self.pasteEnd.count {
      // Only the end is looked for.
      bytes.replaceSubrange(Self.maximumPaste..<Self.maximumPaste + 1, with: [])
    }
    bytes.append(byte)
    guard bytes.last == Self.pasteEnd.last, bytes.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] else {
      state = .paste(bytes)
      return []
    }
    bytes.removeLast(Self.pasteEnd.count)
    return [.paste(String(decoding: bytes.prefix(Self.maximumPaste), as: UTF8.self))]
  }

  private mutating func ground(_ byte: UInt8) -> [TerminalKey] {
    switch byte {
    case 0x1B:
      state = .escape
      return []
    case 0x00..<0x20, 0x7F:
      return Self.controls[byte].map { [$0] } ?? []
    case 0x20..<0x7F:
      return [.character(Character(Unicode.Scalar(byte)))]
    case 0xC2...0xDF: state = .utf8([byte], 2)
    case 0xE0...0xEF: state = .utf8([byte], 3)
    case 0xF0...0xF4: state = .utf8([byte], 4)
    default: return [.character("\u{FFFD}")]
    }
    return []
  }

  private mutating func escape(_ byte: UInt8) -> [TerminalKey] {
    state = .ground
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      state = .sequence([])
      return []
    case 0x1B:
      state = .escape
      return hasAlt ? [] : [.escape]
    case _ where !hasAlt: return [.escape] + ground(byte)
    case UInt8(ascii: "b"): return [.wordLeft]
    case UInt8(ascii: "f"): return [.wordRight]
    case 0x7F: return [.killWord]
    default: return []
    }
  }

  private mutating func sequence(_ parameters: [UInt8], _ byte: UInt8) -> [TerminalKey] {
    guard (0x40...0x7E).contains(byte) else {
      // Parameters are short; a stream without an end must not grow.
      state = parameters.count < 16 && byte >= 0x20 ? .sequence(parameters + [byte]) : .ground
      return []
    }
    state = .ground
    let text = String(decoding: parameters, as: UTF8.self)
    if text.first == "<" {
      guard byte == UInt8(ascii: "M") || byte == UInt8(ascii: "m") else { return [] }
      let event = MouseEvent(String(text.dropFirst()), isRelease: byte == UInt8(ascii: "m"))
      return event.map { [.mouse($0)] } ?? []
    }
    let hasModifier = text.contains(";")
    switch byte {
    case UInt8(ascii: "A"): return [.up]
    case UInt8(ascii: "B"): return [.down]
    case UInt8(ascii: "C"): return [hasModifier ? .wordRight : .right]
    case UInt8(ascii: "D"): return [hasModifier ? .wordLeft : .left]
    case UInt8(ascii: "H"): return [.home]
    case UInt8(ascii: "F"): return [.end]
    case UInt8(ascii: "Z"): return [.backTab]
    case UInt8(ascii: "~"):
      switch text.split(separator: ";").first {
      case "1", "7": return [.home]
      case "4", "8": return [.end]
      case "3": return [.delete]
      case "5": return [.pageUp]
      case "6": return [.pageDown]
      case "200":
        state = .paste([])
        return []
      default: return []
      }
    default: return []
    }
  }

  private mutating func utf8(_ bytes: [UInt8], _ count: Int) -> [TerminalKey] {
    guard let last = bytes.last, (0x80...0xBF).contains(last) else {
      // Not a continuation: what came before is broken, this byte may begin something.
      state = .ground
      return [.character("\u{FFFD}")] + (bytes.last.map { ground($0) } ?? [])
    }
    guard bytes.count == count else {
      state = .utf8(bytes, count)
      return []
    }
    state = .ground
    return String(decoding: bytes, as: UTF8.self).map { .character($0) }
  }

  /// Ctrl-D that is typed while a command runs arrives as NUL: the system replaces it when the terminal leaves the
  /// mode of lines.
  private static let controls: [UInt8: TerminalKey] = [
    0x00: .endOfInput,
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x07: .cancel,
    0x08: .backspace,
    0x09: .tab, 0x0A: .enter, 0x0B: .killToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down, 0x10: .up,
    0x12: .reverseSearch, 0x15: .killToStart, 0x17: .killWord, 0x1A: .suspend, 0x7F: .backspace,
  ]
}
