internal import Foundation

/// The index beside a list, whose titles scroll to its sections.
extension ListController {
  static let indexTitles = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init)

  /// Scrolls to the section of a title: the first one with such a header. Without one, to that of the next title that
  /// has one, or else of the one before.
  ///
  /// - Throws: `action.impossible` without that title, and for a list without sections.
  func scroll(toIndex title: String) throws {
    guard properties[Self.listKeys.index] else { throw impossible("\(name) has no index") }
    guard let wanted = Self.indexTitles.firstIndex(of: title) else {
      throw impossible("the index of \(name) has no title \(PrintableText.quoted(title))", hint: "use A to Z, or #")
    }
    let content = content
    let sections = content.sectionStarts.compactMap { header, first in
      header.map { (title: Self.title(of: $0), first: first) }
    }
    let following = sections.filter { $0.title >= wanted }.min { $0.title < $1.title }
    guard let found = following ?? sections.max(by: { $0.title < $1.title }) else {
      throw impossible("\(name) has no sections to which its index could scroll", hint: "give it \"group\"")
    }
    let rows = max(scrolledRows?.count ?? 0, Self.windowSize)
    scrolledRows = found.first..<min(found.first + rows, content.count)
    store.graph.noteChange()
  }

  /// Returns the number of the title for a header: of its first letter, or the last one, `#`.
  private static func title(of header: String) -> Int {
    let folded = header.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).uppercased()
    return folded.first.flatMap { indexTitles.firstIndex(of: String($0)) } ?? indexTitles.count - 1
  }
}
