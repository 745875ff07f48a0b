/// What one column of a terminal shows.
package struct Cell: Sendable, Hashable {
  /// One character; empty for the right half of a wide one.
  package var text: String
  /// The columns of the character: 1 or 2; 0 for the right half of a wide one.
  package var columns: Int
  package var style: CellStyle

  package init(_ text: String = " ", columns: Int = 1, style: CellStyle = CellStyle()) {
    (self.text, self.columns, self.style) = (text, columns, style)
  }

  static func rightHalf(_ style: CellStyle) -> Cell { Cell("", columns: 0, style: style) }
}

/// The look of a cell. Without colors, a terminal shows those that its user has chosen.
package struct CellStyle: Sendable, Hashable {
  package var foreground: ColorValue?
  package var background: ColorValue?
  package var isBold = false
  package var isUnderlined = false
  package var isReversed = false

  package init(foreground: ColorValue? = nil, background: ColorValue? = nil) {
    (self.foreground, self.background) = (foreground, background)
  }
}
