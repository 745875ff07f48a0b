extension TextFrame {
  /// Draws a cover: a plate with its image and text in the middle of a shade.
  mutating func draw(_ cover: Cover, _ words: ScreenWords) {
    surface = .cover
    let image = cover.image.map { "▣ " + TextWidth.printable($0) }
    let text = cover.text.map(TextWidth.printable) ?? words[.protected]
    let widest = max(TextWidth.columns(text, upTo: inner), image.map { TextWidth.columns($0, upTo: inner) } ?? 0)
    let plate = min(inner, widest + 2 * Self.plateMargin)
    top()
    shade()
    onPlate("", width: plate)
    if let image { onPlate(TextWidth.fitted(image, to: plate), width: plate) }
    for part in wrapped(text, to: plate) { onPlate(part, .title, width: plate) }
    onPlate("", width: plate)
    shade()
    bottom(words[.tapToAuthenticate])
    mark(as: .element(.cover))
  }

  /// Adds shaded lines above and below the plate.
  mutating func fillCover(to height: Int) {
    let (count, shadeLine) = (lines.count, 1)
    guard count > 2 * shadeLine + 1, count < height else { return }
    let missing = height - count
    let kept = Array(lines.indices)
    keep(
      [0] + Array(repeating: shadeLine, count: missing / 2) + kept[1..<count - 1]
        + Array(repeating: shadeLine, count: missing - missing / 2) + [count - 1])
  }

  private static let plateMargin = 4

  private mutating func shade() { line(Self.shade(inner), .line) }

  private mutating func onPlate(_ text: String, _ role: TextRole = .text, width: Int) {
    let (left, margin) = ((inner - width) / 2, (width - TextWidth.columns(text)) / 2)
    var whole = StyledText(Self.shade(left), .line)
    whole.pad(to: left + margin)
    whole.append(text, role)
    whole.pad(to: left + width)
    whole.append(Self.shade(inner - left - width), .line)
    line(whole)
  }

  private static func shade(_ columns: Int) -> String { String(repeating: "▒", count: columns) }
}
