extension BarButton {
  /// The button on a screen as text, in brackets; a label without them.
  var drawing: String {
    if isLabel { return TextFrame.text(title, runs) }
    return TextFrame.bracketed(TextFrame.titled(title, image: image), isEnabled)
  }
}
