/// The last updates of a window as they were sent, for a renderer that has missed some of them.
struct UpdateLog {
  private struct Entry {
    let from: Int
    let text: [UInt8]
  }

  private let limit: Int
  private var entries: [Entry] = []
  private(set) var size = 0

  /// - Parameter limit: The number of bytes.
  init(limit: Int) { self.limit = limit }

  /// Adds the update from a revision to the next.
  mutating func add(_ text: [UInt8], from: Int) {
    entries.append(Entry(from: from, text: text))
    size += text.count
    var surplus = 0
    while size > limit, surplus < entries.count {
      size -= entries[surplus].text.count
      surplus += 1
    }
    if surplus > 0 { entries.removeFirst(surplus) }
  }

  /// Returns the updates from a revision on; nil if some of them are not kept.
  ///
  /// - Parameter last: The revision after the last update.
  func updates(from revision: Int, to last: Int) -> [[UInt8]]? {
    if revision == last { return [] }
    guard let first = entries.first, (first.from..<last).contains(revision) else { return nil }
    return entries[(revision - first.from)...].map(\.text)
  }
}
