/// Names for the message that nothing has a name.
extension AppDriver {
  /// The number of rows that are read for a message, and that of the texts that it can have.
  private static let proposedRows = (read: 5000, found: 12)

  /// The texts of the rows of a long list that contain the text of a locator; empty for a list that the screen holds as
  /// a whole.
  func rowTexts(like locator: Locator, on screen: Screen) -> [String] {
    rowTexts(locator.text ?? "", on: screen) { $0.contains($1) }
  }

  /// The texts of the rows of a long list that begin with a text, for completion; empty without a text.
  package func rowTexts(beginningWith text: String) -> [String] { rowTexts(text, on: screen) { $0.hasPrefix($1) } }

  private func rowTexts(_ text: String, on screen: Screen, where fits: (String, String) -> Bool) -> [String] {
    let wanted = text.lowercased()
    guard screen.window != nil, !wanted.isEmpty else { return [] }
    var texts: [String] = []
    var count = 0
    eachPage(of: screen) { page in
      texts += page.compactMap(\.row.text).filter { fits($0.lowercased(), wanted) }
      count += page.count
      return count < Self.proposedRows.read && texts.count < Self.proposedRows.found
    }
    return texts
  }
}
