/// An explanation on the help that covers a screen.
package struct Callout: Sendable, Hashable {
  /// The element that it explains, as the script names it; nil for the screen as a whole.
  package var target: String?
  package var text: String
  /// The accessibility label of that element; nil when the screen does not show it.
  package var label: String?
  /// The identifier of that element; nil when the screen does not show it.
  package var element: String?

  package init(target: String? = nil, text: String, element: String? = nil, label: String? = nil) {
    (self.target, self.text, self.element, self.label) = (target, text, element, label)
  }
}

extension Callout: ScreenPart {
  package static let fields: [ScreenField<Callout>] = [
    .init("target", "string?", "the name of the element") { JSONValue($0.target) },
    .init("text", "string", "its explanation") { .string($0.text) },
    .init("element", "string?", "the identifier of the element; nil if the screen does not show it") {
      JSONValue($0.element)
    },
    .init("label", "string?", "its accessibility label") { JSONValue($0.label) },
  ]
}

extension Screen {
  /// The help as a box over the screen: the names of the elements, and what they are for.
  func helpBox(_ callouts: [Callout], within width: Int) -> TextFrame {
    let targets = callouts.map { TextWidth.printable($0.label ?? $0.target ?? "") }
    let texts = callouts.map { TextWidth.printable($0.text) }
    let column = min(targets.map { TextWidth.columns($0) }.max() ?? 0, width / 3)
    let indent = column == 0 ? 0 : column + 2
    let widest = texts.map { TextWidth.columns($0, upTo: width) }.max() ?? 0
    var box = TextFrame(width: min(width, max(indent + widest + 4, 24)))
    box.top(TextWidth.printable(helpTitle))
    for (target, text) in zip(targets, texts) {
      // Without a target, it explains the screen as a whole, and has the whole line.
      let margin = target.isEmpty ? 0 : indent
      var name = TextWidth.padded(TextWidth.fitted(target, to: column), to: margin)
      for part in box.wrapped(text, to: max(box.inner - margin, 1)) {
        box.line(name + part)
        name = String(repeating: " ", count: margin)
      }
    }
    if callouts.isEmpty { box.line(words[.noCallouts]) }
    box.bottom(words[.anyTapCloses])
    box.mark(as: .element(.help))
    return box
  }
}
