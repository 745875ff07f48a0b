/// What a part of a screen as text is, for someone who operates it.
package enum TextElement: Sendable, Hashable {
  case element(ElementID)
  /// A scope of the search bar, by its index.
  case scope(Int)
  /// A part of a box that covers what is below it.
  case nothing
}

extension TextElement {
  package static func row(_ id: RowID) -> TextElement { .element(.row(.id(id))) }
  static func control(_ id: RowID) -> TextElement { .element(.control(.id(id))) }
  static func accessory(_ id: RowID) -> TextElement { .element(.accessory(.id(id))) }
}

/// The columns of a line that an element has; of several at a column, the last one counts.
package struct ElementSpan: Sendable, Hashable {
  package let columns: Range<Int>
  package let element: TextElement
}

extension LineStyle {
  var elements: [ElementSpan] {
    spans.compactMap { span in span.element.map { ElementSpan(columns: span.columns, element: $0) } }
  }
}
