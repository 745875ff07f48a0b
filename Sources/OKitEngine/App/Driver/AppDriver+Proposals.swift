/// Names for the message that nothing has a name.
extension AppDriver {
  /// The number of rows that are read for a message, and that of the texts that it can have.
  private static let proposedRows = (read: 5000, found: 12)

  /// The texts of the rows of a long list that contain the text of a locator; empty for a list that the screen holds as
  /// a whole.
  func rowTexts(like locator: Locator, on screen: Screen) -> [String] {
    guard screen.window != nil, let wanted = locator.text?.lowercased(), !wanted.isEmpty else { return [] }
    var texts: [String] = []
    var count = 0
    eachPage(of: screen) { page in
      texts += page.compactMap(\.row.text).filter { $0.lowercased().contains(wanted) }
      count += page.count
      return count < Self.proposedRows.read && texts.count < Self.proposedRows.found
    }
    return texts
  }
}
