import OKitTerminal

extension FuzzTarget {
  /// What a terminal sends: it gives the same keys however it is split over reads, and keys after it are read.
  public static let keys = FuzzTarget(name: "keys") {
    { input in
      var whole = KeyDecoder()
      let keys = input.flatMap { whole.feed($0) }
      var split = KeyDecoder()
      var parts: [TerminalKey] = []
      for byte in input {
        // As a loop does that finds no byte for a while: only a lone Esc is a key then.
        if split.mayBeEscape, byte == 0x1B { parts.append(split.endEscape()) }
        parts += split.feed(byte)
      }
      try require(parts.filter { $0 != .escape } == keys, "keys differ by the times of reads")
      for case .paste(let text) in keys { try require(text.utf8.count <= 3 * KeyDecoder.maximumPaste, "a long paste") }
      for case .mouse(let event) in keys { try require(event.column >= 0 && event.row >= 0, "beside the terminal") }
      // The end of a paste, of a sequence and of a character.
      let end = Array("\u{1B}[201~\u{1B}[0~".utf8).flatMap { whole.feed($0) } + whole.feed(UInt8(ascii: "q"))
      try require(end.last == .character("q"), "a key after it is lost")
      var line = LineBuffer()
      for key in keys { line.edit(key) }
      try require((0...line.characters.count).contains(line.cursor), "the cursor is outside of the line")
      try require(!line.text.unicodeScalars.contains { $0.value < 0x20 }, "a control character was entered")
    }
  }
}
