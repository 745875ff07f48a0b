/// The meaning of a part of a screen as text, from which its color follows.
package enum TextRole: Sendable, Hashable {
  case text, title
  /// A detail text, a header, a number in front of a row.
  case muted
  /// What can be tapped.
  case tint
  /// What could be tapped if it were enabled, and placeholders.
  case disabled
  /// What removes something.
  case destructive
  case line
  case ribbon(ColorValue)
  /// A text in a color that a script has chosen.
  case colored(ColorValue)
}

/// The kind of area behind a part of a screen as text.
package enum TextSurface: Sendable, Hashable {
  case bar, cell, selected, toolbar, dialog, cover
  /// The lines around sections.
  case group
}

/// A range of columns of a line with a role; of spans that overlap, the later one counts.
struct TextSpan: Sendable, Hashable {
  var columns: Range<Int>
  /// Nil for the role of what is below it.
  var role: TextRole?
  /// Nil for the surface of the line.
  var surface: TextSurface?
  /// Nil for the element of what is below it.
  var element: TextElement?

  func shifted(by offset: Int) -> TextSpan {
    var span = self
    span.columns = columns.lowerBound + offset..<columns.upperBound + offset
    return span
  }

  /// The part within a range; nil if there is none.
  func clamped(to range: Range<Int>) -> TextSpan? {
    var span = self
    span.columns = columns.clamped(to: range)
    return span.columns.isEmpty ? nil : span
  }
}

/// The spans of one line.
struct LineStyle: Sendable, Hashable {
  var surface: TextSurface
  var spans: [TextSpan]
}
