/// The recent long strings of a document, so that repeated ones share their memory.
///
/// Stops caching when a document repeats little.
package struct JSONTextCache {
  private struct Entry {
    var hash: UInt64 = 0
    var text = ""
  }

  /// Shorter strings are stored inline.
  private static let shortest = 16
  private static let longest = 256
  private static let size = 512

  private var entries: [Entry] = []
  private var hits = 0
  private var misses = 0

  package mutating func string(_ text: JSONText) -> String {
    guard Self.shortest...Self.longest ~= text.bytes.count, misses < 4 * (hits + Self.size) else { return text.string }
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.size) }
    let hash = JSONKey.hash(of: text.bytes)
    let place = Int(truncatingIfNeeded: hash >> 32) % Self.size
    if entries[place].hash == hash,
      entries[place].text.utf8.withContiguousStorageIfAvailable({ text.equals($0) }) == true
    {
      hits += 1
      return entries[place].text
    }
    misses += 1
    let string = text.string
    entries[place] = Entry(hash: hash, text: string)
    return string
  }
}
